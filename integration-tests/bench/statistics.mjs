/** The value below which the share `p` (0 to 1) of the samples lies, between neighbours by proportion. */
export function percentile(samples, p) {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const low = Math.floor(at)
  const high = Math.ceil(at)
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low)
}

/** What the table says of one side. */
export function summary(samples) {
  return { n: samples.length, p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) }
}
