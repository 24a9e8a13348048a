import { releaseSchema } from "../control-bodies"
import type { ControlRoute } from "../control-route"
import {
  cardFilter,
  endpointSchema,
  subscriptionFilter,
  tokenSchema,
  webhookFilter,
  webhookSchema,
} from "./card-bodies"
import { UnknownCardRecordError } from "./card-control"

export const CARD_ROUTES: readonly ControlRoute[] = [
  {
    method: "get",
    path: "/cards/subscriptions",
    does: "The newest card subscriptions first",
    takes: subscriptionFilter,
    act: ({ cards }, { query }) => ({
      subscriptions: cards.subscriptions(subscriptionFilter.parse(query)),
    }),
  },
  {
    method: "get",
    path: "/cards/subscriptions/:id",
    does: "One card subscription",
    act: ({ cards }, { params }) => ({
      subscription: found(cards.subscription(params.id), params.id),
    }),
  },
  {
    method: "post",
    path: "/cards/subscriptions/:id/cancel",
    does: "The service cancels it by itself",
    act: ({ cards }, { params }) => ({ subscription: cards.cancelSubscription(params.id) }),
  },
  {
    method: "post",
    path: "/cards/subscriptions/:id/expire",
    does: "It expires",
    act: ({ cards }, { params }) => ({ subscription: cards.expireSubscription(params.id) }),
  },
  {
    method: "get",
    path: "/cards/authorizations",
    does: "Preauthorizations and renewals, approved or not, the newest first",
    takes: cardFilter,
    act: ({ cards }, { query }) => ({
      authorizations: cards.authorizations(cardFilter.parse(query)),
    }),
  },
  {
    method: "get",
    path: "/cards/authorizations/:id",
    does: "One preauthorization or renewal",
    act: ({ cards }, { params }) => ({
      authorization: found(cards.authorization(params.id), params.id),
    }),
  },
  {
    method: "post",
    path: "/cards/authorizations/:id/reverse",
    does: "The service gives its captured amount back by itself",
    act: ({ cards }, { params }) => ({ capture: cards.reverseCapture(params.id) }),
  },
  {
    method: "get",
    path: "/cards/captures",
    does: "Captures, taken or refused, the newest first",
    takes: cardFilter,
    act: ({ cards }, { query }) => ({ captures: cards.captures(cardFilter.parse(query)) }),
  },
  {
    method: "post",
    path: "/cards/tokens",
    does: "A token for a test card, as the browser script would make it",
    takes: tokenSchema,
    act: ({ cards }, { body }) => ({ token: cards.token(tokenSchema.parse(body).number) }),
  },
  {
    method: "post",
    path: "/cards/endpoints/:merchantId",
    does: "Where a merchant's webhooks go (null: nowhere), and its secret; what is left out stays",
    takes: endpointSchema,
    act: ({ cards }, { params, body }) => ({
      endpoint: cards.registerWebhook(params.merchantId, endpointSchema.parse(body)),
    }),
  },
  {
    method: "get",
    path: "/cards/webhooks",
    does: "Webhooks made, the oldest first, with every attempt and its answer",
    takes: webhookFilter,
    act: ({ cards }, { query }) => ({ webhooks: cards.webhooks(webhookFilter.parse(query)) }),
  },
  {
    method: "post",
    path: "/cards/webhooks/release",
    does: "Sends what is held one after the other, in this order or by these ids, and stops holding",
    takes: releaseSchema,
    act: async ({ cards }, { body }) => {
      const { ids, order = "sent", seed } = releaseSchema.parse(body ?? {})
      return { webhooks: await cards.releaseWebhooks(ids ?? order, seed) }
    },
  },
  {
    method: "post",
    path: "/cards/webhooks/drop",
    does: "What is held is never sent",
    act: ({ cards }) => ({ webhooks: cards.dropWebhooks() }),
  },
  {
    method: "post",
    path: "/cards/:id/webhook",
    does: "Sends a webhook about a subscription, preauthorization or capture, also untrue or forged",
    takes: webhookSchema,
    act: ({ cards }, { params, body }) => ({
      webhooks: cards.sendWebhook(params.id, webhookSchema.parse(body ?? {})),
    }),
  },
]

function found<View>(view: View | null, id: string): View {
  if (view === null) throw new UnknownCardRecordError(id)
  return view
}
