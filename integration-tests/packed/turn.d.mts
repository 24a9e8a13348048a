interface Manifest {
  engines: { node: string }
  devDependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

export function turnOf(
  manifest: Manifest,
  day: number,
  asked?: { medusa?: string; node?: string }
): { medusa: string; node: string }
