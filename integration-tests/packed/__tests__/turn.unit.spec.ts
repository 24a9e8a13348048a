const MANIFEST = {
  engines: { node: "^20.19.0 || >=22.12.0" },
  devDependencies: { "@medusajs/medusa": "2.21.2" },
  peerDependencies: { "@medusajs/medusa": ">=2.18.0 <3" },
}

describe("the packed install of a day", () => {
  let turnOf: (typeof import("../turn.mjs", { with: { "resolution-mode": "import" } }))["turnOf"]

  beforeAll(async () => {
    ;({ turnOf } = await import("../turn.mjs"))
  })

  it("tries each Medusa on each Node within any four days", () => {
    for (const first of [0, 1, 2, 3, 20_784]) {
      const turns = [0, 1, 2, 3].map((later) => turnOf(MANIFEST, first + later))
      const pairs = turns.map(({ medusa, node }) => `${medusa} on ${node}`)
      expect(pairs.sort()).toEqual(["2.18.0 on 20", "2.18.0 on 22", "2.21.2 on 20", "2.21.2 on 22"])
    }
  })

  it("takes the Medusa and the Node that somebody asks for", () => {
    for (const day of [0, 1, 2, 3]) {
      expect(turnOf(MANIFEST, day, { medusa: "oldest", node: "24" })).toEqual({
        medusa: "2.18.0",
        node: "24",
      })
      expect(turnOf(MANIFEST, day, { medusa: "own" }).medusa).toBe("2.21.2")
      expect(turnOf(MANIFEST, day, { medusa: "2.19.1" }).medusa).toBe("2.19.1")
    }
  })
})
