import { neededDelivery, type DeliveredLine } from "../needed-delivery"

const line = (profile: string | null, requires_shipping = true): DeliveredLine => ({
  profile,
  requires_shipping,
})
const COLD = { option: "cold", profile: "cold" }
const DRY = { option: "dry", profile: "dry" }
const GONE = { option: "gone", profile: null }

describe("the delivery that renewing lines need", () => {
  it.each([
    ["the one of their profile", [line("dry")], [DRY], ["dry"]],
    ["not that of another profile", [line("dry")], [COLD, DRY], ["dry"]],
    ["one of each profile", [line("dry"), line("cold")], [COLD, DRY], ["cold", "dry"]],
    ["one for several lines", [line("dry"), line("dry")], [DRY], ["dry"]],
    ["none of lines that need no shipping", [line("dry", false)], [DRY], []],
    ["none of lines without a product", [line(null, false)], [DRY, GONE], []],
    ["none without lines", [], [DRY, GONE], []],
    ["none was chosen", [line("dry")], [], []],
    ["one that is gone, while a line has no other", [line("dry")], [COLD, GONE], ["gone"]],
    [
      "one that is gone beside another line's",
      [line("dry"), line("cold")],
      [COLD, GONE],
      ["cold", "gone"],
    ],
    ["none that is gone, when all lines have theirs", [line("dry")], [DRY, GONE], ["dry"]],
    ["one that is gone, for a product without a profile", [line(null)], [DRY, GONE], ["gone"]],
  ])("is %s", (_is, lines, chosen, needed) => {
    expect(neededDelivery(lines, chosen).map(({ option }) => option)).toEqual(needed)
  })
})
