import { localeOf } from "./locale.ts"
import { headersOf, type PayInStore } from "./request.ts"
import type { PayInPaymentStatus } from "./wire.ts"

const FIRST_EVENT_MS = 5_000
/** The plugin says every ten seconds that it is there. */
const BEAT_MS = 25_000

/**
 * The server-sent events of a session, until there are no more, or nothing comes for too long. An `EventSource` cannot
 * send the publishable key.
 */
export async function* eventsOf(
  store: PayInStore,
  sessionId: string,
  signal: AbortSignal
): AsyncGenerator<PayInPaymentStatus> {
  const quiet = new AbortController()
  const abort = () => quiet.abort()
  signal.addEventListener("abort", abort)
  let timer = setTimeout(abort, FIRST_EVENT_MS)
  try {
    const path = `/store/payin/sessions/${encodeURIComponent(sessionId)}/events`
    const headers = {
      ...(await headersOf(store, localeOf(store.locale))),
      accept: "text/event-stream",
    }
    const ask = store.fetch ?? fetch
    const response = await ask(store.baseUrl + path, { headers, signal: quiet.signal })
    if (!response.ok || response.body === null) return
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let text = ""
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(abort, BEAT_MS)
      const events = (text + decoder.decode(value, { stream: true })).split("\n\n")
      text = events.pop() ?? ""
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", abort)
    // Whoever needs no more events leaves the stream, so that the plugin has a listener less.
    abort()
  }
}
