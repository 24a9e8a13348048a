/** Does `work(0)` to `work(count - 1)`, so many at once; answers all results. */
export async function lanes(count, atOnce, work) {
  const results = []
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
