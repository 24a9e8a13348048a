import type { BackgroundCalls, PayInGatewayService } from "../../src/modules/gateway/service"

const paused = new WeakMap<BackgroundCalls, BackgroundCalls>()

/**
 * Jobs send at once what they find due. A test that lets the service fail would otherwise leave a
 * pause of seconds behind, which the next test of its file would meet.
 */
export function withoutPauses({ background }: PayInGatewayService): void {
  paused.set(background, { ...background })
  Object.assign(background, {
    enter: () => ({ alone: false, leave: () => undefined }),
    isPaused: () => false,
  } satisfies BackgroundCalls)
}

/** Jobs wait for the service as they do in a store, until the returned function is called. */
export function withPauses({ background }: PayInGatewayService): () => void {
  const free = { ...background }
  Object.assign(background, paused.get(background))
  return () => {
    Object.assign(background, free)
  }
}
