const MANIFEST = {
  engines: { node: "^20.19.0 || >=22.12.0" },
  devDependencies: { "@medusajs/medusa": "2.21.2" },
  peerDependencies: { "@medusajs/medusa": ">=2.18.0 <3" },
}

const turns = () => import("../turn.mjs")

describe("the packed install of a day", () => {
  it.each([0, 1, 2, 3, 20_784])(
    "tries each Medusa on each Node twice within the eight days from day %i",
    async (first) => {
      const { turnOf } = await turns()
      const pairs = [0, 1, 2, 3, 4, 5, 6, 7]
        .map((later) => turnOf(MANIFEST, first + later))
        .map(({ medusa, node }) => `${medusa} on ${node}`)
      const all = ["2.18.0 on 20", "2.18.0 on 22", "2.21.2 on 20", "2.21.2 on 22"]
      expect(pairs.sort()).toEqual(all.flatMap((pair) => [pair, pair]))
    }
  )

  it.each([0, 1, 2, 3])(
    "uses the requested Medusa and Node instead of the day's own, on day %i",
    async (day) => {
      const { turnOf } = await turns()
      const asked = turnOf(MANIFEST, day, { medusa: "oldest", node: "24" })
      expect(asked).toEqual({ medusa: "2.18.0", node: "24" })
      expect(turnOf(MANIFEST, day, { medusa: "own" }).medusa).toBe("2.21.2")
      expect(turnOf(MANIFEST, day, { medusa: "2.19.1" }).medusa).toBe("2.19.1")
    }
  )
})
