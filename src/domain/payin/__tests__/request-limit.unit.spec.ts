import { secondsUntilFewer } from "../request-limit"

it.each([
  ["none", [], 2, null],
  ["fewer than the limit", [10], 2, null],
  ["as many as the limit: the first to end", [30, 10], 2, 10],
  ["more: so many that fewer than the limit are left", [40, 10, 30, 20], 2, 30],
  ["a part of a second", [0.2, 7], 2, 1],
  ["one whose time is over", [-5, 7], 2, 1],
])("%s", (_title, secondsLeft, most, wait) => {
  expect(secondsUntilFewer(secondsLeft, most)).toBe(wait)
})
