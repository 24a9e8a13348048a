/** States of a pay-in. */
export const status = {
  creating: "Being created",
  pending: "Waiting for the payment",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  failed: "Failed",
}
