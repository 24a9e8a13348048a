import { UnknownTransactionError } from "./control"
import {
  approvePayoutSchema,
  fillFormSchema,
  payoutFilter,
  rejectPayoutSchema,
  sendSchema,
  settleSchema,
} from "./control-bodies"
import type { ControlRoute } from "./control-route"

export const PAYOUT_ROUTES: readonly ControlRoute[] = [
  {
    method: "get",
    path: "/payouts",
    does: "The newest payouts first",
    takes: payoutFilter,
    act: (control, { query }) => ({ payouts: control.payouts(payoutFilter.parse(query)) }),
  },
  {
    method: "get",
    path: "/payouts/:id",
    does: "One payout by ticket or reference; of several under one reference the newest",
    act: (control, { params }) => {
      const payout = control.payout(params.id)
      if (payout === null) throw new UnknownTransactionError(params.id)
      return { payout }
    },
  },
  {
    method: "post",
    path: "/payouts/:id/form",
    does: "Whoever is paid names the account in the form",
    takes: fillFormSchema,
    act: (control, { params, body }) => ({
      payout: control.fillForm(params.id, fillFormSchema.parse(body)),
    }),
  },
  {
    method: "post",
    path: "/payouts/:id/approve",
    does: "The bank took it; amount in wire units; notify: false, true or the options of notify",
    takes: approvePayoutSchema,
    act: (control, { params, body }) => ({
      payout: control.approvePayout(params.id, approvePayoutSchema.parse(body ?? {})),
    }),
  },
  {
    method: "post",
    path: "/payouts/:id/reject",
    does: "The bank did not take it; reason: one of the bank's known reasons, or any response_message",
    takes: rejectPayoutSchema,
    act: (control, { params, body }) => ({
      payout: control.rejectPayout(params.id, rejectPayoutSchema.parse(body ?? {})),
    }),
  },
  {
    method: "post",
    path: "/payouts/:id/settle",
    does: "Sets any status now, whatever the present one is",
    takes: settleSchema,
    act: (control, { params, body }) => ({
      payout: control.settlePayout(params.id, settleSchema.parse(body)),
    }),
  },
  {
    method: "post",
    path: "/payouts/:id/notify",
    does: "Sends a notification of the present status, also duplicated, late, lost or forged",
    takes: sendSchema,
    act: (control, { params, body }) => ({
      notifications: control.notify(params.id, sendSchema.parse(body ?? {})),
    }),
  },
]
