const MAJOR = /\d+(?=\.\d+\.\d+)/g

/**
 * The Medusa and the Node of a day: the repository's own Medusa and the oldest that is allowed by turns, and each Node
 * for as many days as there are Medusas, so that four days try each of the four pairs. `asked` chooses otherwise:
 * `own`, `oldest` or a version of Medusa; a major version of Node.
 *
 * `manifest`: package.json.
 */
export function turnOf(manifest, day, asked = {}) {
  const [oldest] = /(?<=^>=)\S+/.exec(manifest.peerDependencies["@medusajs/medusa"])
  const versions = { own: manifest.devDependencies["@medusajs/medusa"], oldest }
  const medusas = Object.keys(versions)
  const nodes = manifest.engines.node.match(MAJOR)
  const medusa = asked.medusa ?? medusas[day % medusas.length]
  const node = asked.node ?? nodes[Math.floor(day / medusas.length) % nodes.length]
  return { medusa: versions[medusa] ?? medusa, node }
}
