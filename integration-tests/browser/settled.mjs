/**
 * Waits until nothing moves or fades in any more: colours on their way, a drawer that slides in and is pale until then.
 * It does not wait for an animation without an end.
 */
export async function settled(page) {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .filter(({ playState }) => playState === "running")
    // A change starts its animation in the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let now = moving(); now.length > 0; now = moving()) {
      await Promise.allSettled(now.map(({ finished }) => finished))
    }
  })
}
