/** Licenses that ask a store for nothing but to name them. */
const FREE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"]

/**
 * Every package that an install of the plugin brings along, by npm's lockfile: the closure of its own
 * `dependencies`. What Medusa brings is a peer, and the store's own choice. Answers `{ name, license }`.
 */
export function runtimeLicenses({ packages }) {
  const found = new Map()
  const open = Object.keys(packages[""].dependencies ?? {}).map((name) => ["", name])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, name] = next
    const place = resolved(packages, from, name)
    // An optional one may be absent on every platform that the lockfile knows.
    if (found.has(place ?? name) || (place === null && isOptional(packages[from], name))) continue
    const {
      license = "unknown",
      dependencies = {},
      optionalDependencies = {},
    } = packages[place] ?? {}
    found.set(place ?? name, { name, license })
    const needs = Object.keys({ ...dependencies, ...optionalDependencies })
    open.push(...needs.map((need) => [place, need]))
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function isOptional({ optionalDependencies = {} }, name) {
  return name in optionalDependencies
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

/** As Node finds a package: in the nearest `node_modules` upwards. */
function resolved(packages, from, name) {
  for (let folder = from; ;) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in packages) return place
    if (folder === "") return null
    const parent = folder.lastIndexOf("/node_modules/")
    folder = parent < 0 ? "" : folder.slice(0, parent)
  }
}
