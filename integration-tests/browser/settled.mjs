/**
 * Waits until nothing moves or fades in any more: colours on their way, a drawer that slides in and is pale until then.
 * What turns for ever is not waited for.
 */
export async function settled(page) {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .filter(({ playState }) => playState === "running")
    // What was just changed begins to move with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let now = moving(); now.length > 0; now = moving()) {
      await Promise.allSettled(now.map(({ finished }) => finished))
    }
  })
}
