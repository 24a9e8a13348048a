export const en = {
  payment: {
    title: "PayIn",
    method: "Method",
    status: "Status",
    ticket: "Ticket",
    reference: "Reference",
    card: "Card",
    amount: "Amount",
    error: "The PayIn payment could not be read. Reload the page to try again.",
  },
  status: {
    creating: "Being created",
    pending: "Waiting for the payment",
    approved: "Approved",
    rejected: "Rejected",
    expired: "Expired",
    failed: "Failed",
  },
}
