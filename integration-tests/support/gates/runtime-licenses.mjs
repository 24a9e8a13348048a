import { closureOf } from "./closure.mjs"

/** Licenses that ask a store for nothing but to name them. */
const FREE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"]

/**
 * Every package that an install of the plugin brings along, by npm's lockfile: the closure of its own
 * `dependencies`. What Medusa brings is a peer, and the store's own choice. Answers `{ name, license }`.
 */
export function runtimeLicenses({ packages }) {
  const closure = closureOf(packages, [""])
  return [...closure]
    .filter(([place]) => place !== "")
    .map(([place, name]) => ({ name, license: packages[place]?.license ?? "unknown" }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Those that are not free; of a choice (`MIT OR GPL-3.0`) one free one suffices. */
export function refusedLicenses(list) {
  return list.filter(({ license }) => {
    const choices = license.replace(/[()]/g, "").split(" OR ")
    return !choices.some((choice) =>
      choice.split(" AND ").every((one) => FREE.includes(one.trim()))
    )
  })
}
