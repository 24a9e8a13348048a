import type { z } from "zod"
import { query as oneAccount } from "../../../src/api/admin/payin/account"
import { body as decision } from "../../../src/api/admin/payin/anomalies/[id]/resolve/decision"
import { body as togetherDecision } from "../../../src/api/admin/payin/anomalies/resolve/posted"
import { query as anomalies } from "../../../src/api/admin/payin/anomalies/route"
import { query as audit } from "../../../src/api/admin/payin/audit/route"
import {
  created as newBeneficiary,
  edited as editedBeneficiary,
} from "../../../src/api/admin/payin/beneficiaries/posted"
import { query as beneficiaries } from "../../../src/api/admin/payin/beneficiaries/route"
import { query as events } from "../../../src/api/admin/payin/events/route"
import { body as paymentLink } from "../../../src/api/admin/payin/orders/[id]/payment-link/route"
import { body as refund } from "../../../src/api/admin/payin/orders/[id]/refund/read"
import { query as overview } from "../../../src/api/admin/payin/overview/route"
import { body as editedRule } from "../../../src/api/admin/payin/payout-rules/[id]/route"
import { body as newRule, query as rules } from "../../../src/api/admin/payin/payout-rules/route"
import { confirmation } from "../../../src/api/admin/payin/confirmation"
import { body as takeOver } from "../../../src/api/admin/payin/status/take-over/route"
import { body as conclusion } from "../../../src/api/admin/payin/payouts/[id]/conclude/route"
import { body as rest } from "../../../src/api/admin/payin/payouts/[id]/pay-rest/route"
import { body as approval } from "../../../src/api/admin/payin/payouts/[id]/approve/route"
import { body as cancellation } from "../../../src/api/admin/payin/payouts/[id]/cancel/route"
import { body as destination } from "../../../src/api/admin/payin/payouts/[id]/destination/route"
import { body as elsewhere } from "../../../src/api/admin/payin/payouts/[id]/paid-elsewhere/route"
import { body as importedFile } from "../../../src/api/admin/payin/payouts/import/posted"
import { query as besideFile } from "../../../src/api/admin/payin/payouts/import/upload"
import { body as newPayout } from "../../../src/api/admin/payin/payouts/new-payout"
import { query as payouts } from "../../../src/api/admin/payin/payouts/route"
import { query as reconciliation } from "../../../src/api/admin/payin/reports/reconciliation/route"
import { body as renewal } from "../../../src/api/admin/payin/subscriptions/[id]/renew/posted"
import { query as subscriptions } from "../../../src/api/admin/payin/subscriptions/route"
import { query as transactions } from "../../../src/api/admin/payin/transactions/route"
import { query as banks } from "../../../src/api/store/payin/banks/route"
import { query as methods } from "../../../src/api/store/payin/methods/route"
import {
  CARD_WEBHOOK,
  ICON,
  IPN,
  PAY_FORM,
  PAY_PAGE,
  REFUND_FORM,
  REFUND_PAGE,
  SESSION_EVENTS,
} from "./outside"
import { PAYOUT_FILE, ref, type Schema } from "./posted"

/** One route of the contract, beside what its own file says of it. */
export interface Route {
  query?: z.ZodType
  body?: z.ZodType
  /** What the body must hold, though its zod schema leaves it to the route to say so. */
  needs?: string[]
  /**
   * Fields of the body of which more is to be said than its zod schema does, or something else than
   * elsewhere.
   */
  fields?: Record<string, Schema>
  /** Of other content types than JSON. */
  bodies?: Record<string, Schema>
  /** Name of the type that it answers; or of several, by status. */
  answers?: string | Record<number, string>
  /** Of the answer; 200 unless said. */
  status?: number
  /** Requires an `Idempotency-Key`. */
  once?: true
  /** Asks the service, and says so when that tells nothing. */
  asks?: true
  /** What comes in and goes out where neither has a schema of ours, said in full. */
  outside?: { parameters?: Schema[]; requestBody?: Schema; responses: Schema }
}

const ADMIN = "/admin/payin"
const PAYOUT = `${ADMIN}/payouts/:id`
const payout = { answers: "AdminPayoutAnswer" }

/** Every route, as `METHOD path`. */
export const ROUTES: Record<string, Route> = {
  "GET /store/payin/methods": { query: methods, answers: "StoreMethodsAnswer" },
  "GET /store/payin/banks": { query: banks, answers: "StoreBanksAnswer" },
  "GET /store/payin/sessions/:payment_session_id": { answers: "StoreSessionAnswer" },
  "GET /store/payin/sessions/:payment_session_id/events": { outside: SESSION_EVENTS },
  "POST /store/payin/sessions/:payment_session_id/pay-again-link": {
    answers: "StorePayAgainLinkAnswer",
  },
  "GET /store/payin/saved-cards": { answers: "StoreSavedCardsAnswer" },
  "DELETE /store/payin/saved-cards/:id": { answers: "StoreDeletedAnswer" },
  "GET /store/payin/subscriptions": { answers: "StoreSubscriptionsAnswer" },
  "POST /store/payin/subscriptions/:id/cancel": { answers: "StoreSubscriptionAnswer" },

  "POST /hooks/payin/ipn/:reference/:key": { outside: IPN },
  "POST /hooks/payin/card": { outside: CARD_WEBHOOK },
  "GET /payin/icons/:icon": { outside: ICON },
  "GET /payin/pay/:token": { outside: PAY_PAGE },
  "POST /payin/pay/:token": { outside: PAY_FORM },
  "GET /payin/refund/:token": { outside: REFUND_PAGE },
  "POST /payin/refund/:token": { outside: REFUND_FORM },

  [`GET ${ADMIN}/overview`]: { query: overview, answers: "AdminOverviewAnswer" },
  [`GET ${ADMIN}/status`]: { answers: "AdminStatusAnswer" },
  [`POST ${ADMIN}/status/test`]: { answers: "AdminConnectionTestAnswer" },
  [`POST ${ADMIN}/status/take-over`]: {
    body: takeOver,
    answers: "AdminInstallationAnswer",
    once: true,
  },
  [`GET ${ADMIN}/merchant`]: { query: oneAccount, answers: "AdminMerchantAnswer", asks: true },
  [`GET ${ADMIN}/lookup/:ticket_or_reference`]: {
    query: oneAccount,
    answers: "AdminLookupAnswer",
    asks: true,
  },
  [`GET ${ADMIN}/destination-form`]: { query: oneAccount, answers: "AdminDestinationFormAnswer" },
  [`GET ${ADMIN}/audit`]: { query: audit, answers: "AdminAuditList" },
  [`GET ${ADMIN}/reports/reconciliation`]: {
    query: reconciliation,
    answers: "AdminReconciliationAnswer",
  },

  [`GET ${ADMIN}/transactions`]: { query: transactions, answers: "AdminTransactionList" },
  [`GET ${ADMIN}/transactions/:id`]: { answers: "AdminTransactionAnswer" },
  [`POST ${ADMIN}/transactions/:id/sync`]: { answers: "AdminTransactionAnswer", asks: true },
  [`GET ${ADMIN}/anomalies`]: { query: anomalies, answers: "AdminAnomalyList" },
  [`GET ${ADMIN}/anomalies/:id`]: { answers: "AdminAnomalyAnswer" },
  [`POST ${ADMIN}/anomalies/:id/resolve`]: {
    body: decision,
    fields: { destination: ref("PostedRefundDestination") },
    answers: "AdminAnomalyAnswer",
    once: true,
    asks: true,
  },
  [`POST ${ADMIN}/anomalies/resolve`]: {
    body: togetherDecision,
    answers: "AdminAnomaliesResolvedAnswer",
    once: true,
  },
  [`GET ${ADMIN}/events`]: { query: events, answers: "AdminEventList" },
  [`GET ${ADMIN}/events/:id`]: { answers: "AdminEventAnswer" },
  [`POST ${ADMIN}/events/:id/retry`]: { answers: "AdminEventAnswer" },

  [`GET ${ADMIN}/orders/:id/holds`]: { answers: "AdminHoldsAnswer" },
  [`POST ${ADMIN}/orders/:id/payment-link`]: {
    body: paymentLink,
    answers: "AdminPaymentLinkAnswer",
    once: true,
  },
  [`POST ${ADMIN}/orders/:id/pay-again-link`]: { answers: "AdminPayAgainLinkAnswer" },
  [`POST ${ADMIN}/orders/:id/refund`]: {
    body: refund,
    needs: ["amount"],
    fields: { destination: ref("PostedRefundDestination") },
    answers: "AdminRefundAnswer",
    status: 201,
    once: true,
  },

  [`GET ${ADMIN}/payouts`]: { query: payouts, answers: "AdminPayoutList" },
  [`POST ${ADMIN}/payouts`]: {
    ...payout,
    body: newPayout,
    needs: ["amount", "currency_code"],
    status: 201,
    once: true,
  },
  [`GET ${PAYOUT}`]: { answers: "AdminPayoutDetailAnswer" },
  [`POST ${PAYOUT}/approve`]: { ...payout, body: approval, once: true },
  [`POST ${PAYOUT}/cancel`]: { ...payout, body: cancellation },
  [`POST ${PAYOUT}/pay-rest`]: { ...payout, body: rest, once: true, asks: true },
  [`POST ${PAYOUT}/retry`]: { ...payout, once: true, asks: true },
  [`POST ${PAYOUT}/resend`]: { ...payout, once: true, asks: true },
  [`POST ${PAYOUT}/destination`]: {
    ...payout,
    body: destination,
    needs: ["destination"],
    fields: { destination: ref("PostedDestination") },
  },
  [`POST ${PAYOUT}/destination-link`]: { answers: "AdminDestinationLinkAnswer" },
  [`POST ${PAYOUT}/paid-elsewhere`]: { ...payout, body: elsewhere, once: true },
  [`POST ${PAYOUT}/conclude`]: { ...payout, body: conclusion, once: true },
  [`POST ${PAYOUT}/reveal`]: { answers: "AdminRevealAnswer" },
  [`POST ${ADMIN}/payouts/import`]: {
    query: besideFile,
    body: importedFile,
    fields: { csv: PAYOUT_FILE },
    bodies: { "text/csv": PAYOUT_FILE },
    answers: { 200: "AdminPayoutDryRunAnswer", 201: "AdminPayoutImportAnswer" },
    once: true,
  },
  [`GET ${ADMIN}/payouts/imports/:id`]: { answers: "AdminPayoutImportDetailAnswer" },

  [`GET ${ADMIN}/beneficiaries`]: { query: beneficiaries, answers: "AdminBeneficiaryList" },
  [`POST ${ADMIN}/beneficiaries`]: {
    body: newBeneficiary,
    needs: ["currency_code", "destination"],
    answers: "AdminBeneficiaryAnswer",
    status: 201,
  },
  [`POST ${ADMIN}/beneficiaries/:id`]: {
    body: editedBeneficiary,
    answers: "AdminBeneficiaryAnswer",
  },
  [`DELETE ${ADMIN}/beneficiaries/:id`]: { answers: "AdminDeletedAnswer" },
  [`POST ${ADMIN}/beneficiaries/:id/approve`]: {
    body: confirmation,
    answers: "AdminBeneficiaryAnswer",
  },
  [`POST ${ADMIN}/beneficiaries/:id/reveal`]: { answers: "AdminRevealAnswer" },
  [`GET ${ADMIN}/payout-rules`]: { query: rules, answers: "AdminPayoutRuleList" },
  [`POST ${ADMIN}/payout-rules`]: { body: newRule, answers: "AdminPayoutRuleAnswer", status: 201 },
  [`POST ${ADMIN}/payout-rules/:id`]: { body: editedRule, answers: "AdminPayoutRuleAnswer" },
  [`POST ${ADMIN}/payout-rules/:id/approve`]: {
    body: confirmation,
    answers: "AdminPayoutRuleAnswer",
  },
  [`DELETE ${ADMIN}/payout-rules/:id`]: { answers: "AdminDeletedAnswer" },

  [`GET ${ADMIN}/subscriptions`]: { query: subscriptions, answers: "AdminSubscriptionList" },
  [`GET ${ADMIN}/subscriptions/:id`]: { answers: "AdminSubscriptionDetailAnswer" },
  [`POST ${ADMIN}/subscriptions/:id/renew`]: {
    body: renewal,
    answers: "AdminRenewalAnswer",
    once: true,
  },
  [`POST ${ADMIN}/subscriptions/:id/cancel`]: { answers: "AdminSubscriptionAnswer" },
  [`POST ${ADMIN}/subscriptions/:id/capture`]: { answers: "AdminSubscriptionAnswer", once: true },
}
