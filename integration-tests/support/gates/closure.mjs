/**
 * What is installed along with the packages at these places of a lockfile (`""` is the project itself), they
 * included: their dependencies and the dependencies of those. Answers place -> name; of what the lockfile
 * lacks the place is its name.
 */
export function closureOf(packages, places) {
  const found = new Map()
  const open = places.map((place) => [place, nameOf(place)])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, name] = next
    if (found.has(place)) continue
    found.set(place, name)
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {}
    for (const need of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = resolved(packages, place, need)
      // An optional one may be absent on every platform that the lockfile knows.
      if (needed !== null || !(need in optionalDependencies)) open.push([needed ?? need, need])
    }
  }
  return found
}

function nameOf(place) {
  return place.split("node_modules/").at(-1)
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
