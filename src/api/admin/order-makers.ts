import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { changesMail, namesMail, type OrderMakerKind } from "../../domain/order/maker"
import { makerOf } from "../../domain/payout/actor"
import { isOurProvider } from "../../domain/options/provider-id"
import { orderOfCollection } from "../../medusa/links"
import { operatorBehind } from "../../workflows/payout"
import { servicesOf } from "../../workflows/settle"
import type { OrderOf } from "../order-lock"
import { byBody, byChange, byPath, rowOf } from "../order-writers"

/** What somebody makes by writing to the routes below a path, and of which order, parcel or customer. */
interface MadeBelow {
  kind: OrderMakerKind
  of: OrderOf
  /** The e-mail that a customer is given, if any. */
  mailOf?: (body: unknown) => string | undefined
}

const addressed = z.object({ email: z.string() })
const bought = z.object({ provider_id: z.unknown() })
const checked = z.object({ payment_session_id: z.string() })
const payable = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

const priced = (of: OrderOf): MadeBelow => ({ kind: "priced", of })
const paid = (of: OrderOf): MadeBelow => ({ kind: "paid", of })

/**
 * A store may write to a customer at the address of their account, and it is that of their next orders.
 * What the row was before the write tells whether the mail goes elsewhere now.
 */
const mailed = (entity: "order" | "customer", columns: string[]): MadeBelow => ({
  kind: "mailed",
  of: async (req) =>
    namesMail(req.body) && changesMail(req.body, await rowOf(req, entity, columns, req.params.id))
      ? req.params.id
      : null,
})

const mailedOrder = mailed("order", ["email", "customer_id"])

const byCollection: OrderOf = async (req) => {
  const provider = bought.safeParse(req.body).data?.provider_id
  if (typeof provider === "string" && isOurProvider(provider)) {
    return null
  }
  return (
    (await orderOfCollection(req.scope.resolve(ContainerRegistrationKeys.QUERY), req.params.id)) ??
    byBody(req)
  )
}

/** The order of a payment or session whose provider is not the plugin's: its money is believed. */
async function orderPaidBy(
  req: MedusaRequest,
  entity: "payment" | "payment_session",
  id: string | undefined
): Promise<string | null> {
  const found = payable.safeParse(
    await rowOf(req, entity, ["provider_id", "payment_collection_id"], id)
  )
  return !found.success || isOurProvider(found.data.provider_id)
    ? null
    : orderOfCollection(
        req.scope.resolve(ContainerRegistrationKeys.QUERY),
        found.data.payment_collection_id
      )
}

/**
 * Four eyes: what writes an order among Medusa's admin routes, by the beginning of the path. Medusa
 * does not note who does most of it (docs/medusa.md#who-wrote-an-order).
 */
export const ORDER_MAKERS: Readonly<Record<string, MadeBelow>> = {
  "/admin/orders/:id": mailedOrder,
  "/admin/draft-orders/:id": mailedOrder,
  "/admin/customers/:id": {
    ...mailed("customer", ["email"]),
    mailOf: (body) => addressed.safeParse(body).data?.email,
  },
  "/admin/draft-orders/:id/edit": priced(byPath),
  "/admin/order-edits/:id": priced(byPath),
  "/admin/orders/:id/credit-lines": priced(byPath),
  "/admin/order-changes/:id": priced(byChange("order_change")),
  "/admin/exchanges/:id": priced(byChange("order_exchange")),
  "/admin/claims/:id": priced(byChange("order_claim")),
  "/admin/returns/:id": priced(byChange("return")),
  "/admin/payment-collections/:id": paid(byCollection),
  "/admin/payments/:id/capture": paid((req) => orderPaidBy(req, "payment", req.params.id)),
  "/admin/orders/:id/payment-sessions/authorize": paid((req) =>
    orderPaidBy(req, "payment_session", checked.safeParse(req.body).data?.payment_session_id)
  ),
  "/admin/orders/:id/fulfillments/:fulfillment_id": {
    kind: "fulfilled",
    of: ({ params }) => params.fulfillment_id,
  },
  "/admin/fulfillments/:id": { kind: "fulfilled", of: byPath },
}

const READS: readonly string[] = ["GET", "HEAD", "OPTIONS"]

/** Four eyes: a middleware that notes who asks, before Medusa acts. What cannot be noted fails. */
export function noteMaker({ kind, of, mailOf }: MadeBelow) {
  return async (
    req: AuthenticatedMedusaRequest,
    _res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    const maker = READS.includes(req.method) ? null : await makerBehind(req)
    const subject = maker === null ? null : await of(req)
    if (maker !== null && subject !== null) {
      const { orderMakers } = servicesOf(req.scope).payouts
      await orderMakers.note(subject, maker, kind)
      const email = mailOf?.(req.body)
      if (email !== undefined) {
        await orderMakers.noteMail(email, maker)
      }
    }
    next()
  }
}

const answered = z.object({ draft_order: z.object({ id: z.string() }) })

/**
 * Four eyes: notes who makes a draft order before Medusa makes it, and completes the note with its
 * id before the answer leaves. An incomplete note counts for every draft of that time that nobody
 * else is noted to have made: the process may die in between, and `fields` may leave the id out of
 * the answer.
 */
export async function noteDrafter(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const maker = await makerBehind(req)
  if (maker !== null) {
    const { orderMakers } = servicesOf(req.scope).payouts
    const note = await orderMakers.noteDrafting(maker)
    const json = res.json.bind(res)
    const value = (body: unknown): MedusaResponse => {
      const id = answered.safeParse(body).data?.draft_order.id
      const noted = id === undefined ? Promise.resolve() : orderMakers.noteDrafted(note, id)
      // The draft is made: the answer leaves, and the incomplete note counts.
      void noted.catch(() => undefined).then(() => json(body))
      return res
    }
    Object.defineProperty(res, "json", { value, configurable: true, writable: true })
  }
  next()
}

const acting = z.object({ actor_type: z.string(), actor_id: z.string() })

/** Null: a route that a store opened to everybody. */
async function makerBehind(req: AuthenticatedMedusaRequest): Promise<string | null> {
  const auth = acting.safeParse(req.auth_context)
  return auth.success ? makerOf(await operatorBehind(req.scope, auth.data)) : null
}
