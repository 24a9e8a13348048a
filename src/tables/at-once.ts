const AT_ONCE_MS = 5_000

/**
 * Whether a check right before a call allows it. An answer counts only if it came at once: a process
 * that was frozen while it waited reads what was true long ago.
 */
export async function allowsAtOnce(check: () => Promise<boolean>): Promise<boolean> {
  const since = performance.now()
  return (await check()) && performance.now() - since < AT_ONCE_MS
}
