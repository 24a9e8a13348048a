import { linkEnd } from "../link-end"

const NOW = new Date("2026-05-04T10:00:00Z")

it.each([
  ["an hour as asked", "2026-05-04T11:00:00Z", "2026-05-04T11:00:00Z"],
  ["less than asked", "2026-05-04T10:05:00Z", "2026-05-04T10:05:00Z"],
  ["a little more than asked", "2026-05-04T11:59:00Z", "2026-05-04T11:59:00Z"],
  ["an hour more than asked", "2026-05-04T12:00:00Z", "2026-05-04T12:00:00Z"],
  ["more than an hour more", "2026-05-04T16:00:00Z", "2026-05-04T12:00:00Z"],
  ["a far future", "2099-12-31T23:59:59Z", "2026-05-04T12:00:00Z"],
  ["this moment", "2026-05-04T10:00:00Z", "2026-05-04T11:00:00Z"],
  ["the past", "2026-05-04T06:00:00Z", "2026-05-04T11:00:00Z"],
  ["nothing", null, "2026-05-04T11:00:00Z"],
  ["no time", "mañana", "2026-05-04T11:00:00Z"],
])("a link whose service names %s as its end is counted so", (_name, said, end) => {
  const named = said === null ? null : new Date(said)
  expect(linkEnd(named, { now: NOW, minutes: 60 })).toEqual(new Date(end))
})
