import { SeededRandom } from "../seeded-random"
import { planOf } from "../plan"

describe("seeded chance", () => {
  test("the same seed makes the same plan, another seed another one", () => {
    const plan = (seed: number) => planOf(seed, new SeededRandom(seed).of("plan"))
    expect(plan(7)).toEqual(plan(7))
    expect(plan(7)).not.toEqual(plan(8))
  })

  test("what one actor throws does not depend on another", () => {
    const alone = new SeededRandom(3).of("shopper")
    const random = new SeededRandom(3)
    random.of("bank").next()
    expect(random.of("shopper").next()).toBe(alone.next())
  })

  test("every way to fail is drawn in some seed", () => {
    const plans = Array.from({ length: 2_000 }, (_, seed) =>
      planOf(seed, new SeededRandom(seed).of("plan"))
    )
    const kinds = plans.flatMap(({ service }) => service.map(({ kind }) => kind))
    expect(new Set(kinds).size).toBe(13)
    expect(new Set(plans.map(({ notifications }) => notifications)).size).toBe(5)
    expect(
      new Set(plans.flatMap(({ strike }) => (strike && "at" in strike ? strike.at : []))).size
    ).toBeGreaterThan(30)
  })
})
