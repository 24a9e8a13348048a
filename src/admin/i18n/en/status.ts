/** States of a pay-in. */
export const status = {
  creating: "Being created",
  superseded: "Replaced",
  lapsed: "Ran out",
  pending: "Waiting for the payment",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  failed: "Failed",
}
