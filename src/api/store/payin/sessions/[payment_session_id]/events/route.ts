import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  BEAT_MS,
  LISTEN_AGAIN_SECONDS,
  MOST_LISTENERS,
  STREAM_MS,
} from "../../../../../../domain/session/events"
import { servicesOf } from "../../../../../../workflows/settle"
import { printsOf } from "../../../../../../medusa/collection-changes"
import { SessionFeeds } from "../../../../../../workflows/settle/session-feeds"
import { viewOfSession } from "../../../../../../workflows/settle/shopper-view"
import { EventStream } from "../../../../../event-stream"
import { refuse } from "../../../../../refusal"
import type { StoreSessionAnswer } from "../../../types"
import { NEVER_OURS, sessionId } from "../session-id"

const feeds = new SessionFeeds(MOST_LISTENERS)

/**
 * `GET /store/payin/sessions/:payment_session_id/events`: server-sent events. An event `status` now, and one for each
 * change, with the body of the route without `/events`. It ends once the order exists, the shopper has to act, or the
 * store decides, and after 15 minutes. All who listen to the sessions of a cart share one reading, and one look for all carts tells which to read. 404 as there; 429 with
 * `retry_after` where too many listen: poll instead.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const id = sessionId.safeParse(req.params.payment_session_id)
  const known = id.success ? await servicesOf(req.scope).ledger.sessions.find(id.data) : null
  if (known === null) {
    refuse(res, NEVER_OURS)
    return
  }
  const { session_id, payment_collection_id } = known
  const stream = new EventStream(req, res, { beatMs: BEAT_MS, lifeMs: STREAM_MS })
  // By collection: each session of a cart tells the same, and a client makes as many as it likes.
  const sources = {
    read: () => viewOfSession(req.scope, session_id),
    lookAt: (collections: readonly string[]) => printsOf(req.scope, collections),
  }
  const listening = await feeds.listen(payment_collection_id, sources, {
    onView: (view) => stream.send("status", view satisfies StoreSessionAnswer),
    onEnd: () => stream.end(),
  })
  if (listening === "unknown") {
    refuse(res, NEVER_OURS)
  } else if (listening === "too_many") {
    refuse(res, {
      status: 429,
      type: "too_many_listeners",
      message: "Many pages listen right now: poll the session, or try again later.",
      retry_after: LISTEN_AGAIN_SECONDS,
    })
  } else {
    stream.onClose(listening)
  }
}
