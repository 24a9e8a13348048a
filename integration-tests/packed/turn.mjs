const MAJOR = /\d+(?=\.\d+\.\d+)/g

/**
 * The Medusa and the Node of a day: two days each, the repository's own Medusa and the oldest that is allowed by turns,
 * and each Node with both of them, so that eight days try each of the four pairs twice. Two days, because the order of
 * the parts of a proof changes by the day: one of the two begins early (run/lanes.mjs). `asked` chooses otherwise: `own`,
 * `oldest` or a version of Medusa; a major version of Node.
 *
 * `manifest`: package.json.
 */
export function turnOf(manifest, day, asked = {}) {
  const [oldest] = /(?<=^>=)\S+/.exec(manifest.peerDependencies["@medusajs/medusa"])
  const versions = { own: manifest.devDependencies["@medusajs/medusa"], oldest }
  const medusas = Object.keys(versions)
  const nodes = manifest.engines.node.match(MAJOR)
  const turn = Math.floor(day / 2)
  const medusa = asked.medusa ?? medusas[turn % medusas.length]
  const node = asked.node ?? nodes[Math.floor(turn / medusas.length) % nodes.length]
  return { medusa: versions[medusa] ?? medusa, node }
}
