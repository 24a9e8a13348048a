/** Where money goes. */
export const destination = {
  title: "Destination",
  nowhere: "Nobody said where to yet",
  name: "Name",
  bank: "Bank",
  bankHint: "As the service names it, in capitals.",
  accountType: "Account type",
  number: "Account number",
  person: "Whose account it is",
  optional: "optional",
  impossible: "Money cannot be sent to {{country}}.",
  reveal: "Show all details",
  revealSure:
    "The account number and the document of {{name}} will be shown. That you saw them is written into the audit.",
  hide: "Hide",
  show: "Show {{name}}",
  document: "Document",
  phone: "Phone",
  email: "E-mail",
  refundPerson: "Leave it empty to refund the person who paid.",
  origin: "Account given",
  from: {
    checkout: "At checkout. Before you approve, ask the shopper whether it is theirs.",
    page: "On the refund page. Before you approve, ask the shopper whether it is theirs.",
    operator: "By an operator",
  },
  type: { AHORRO: "Savings", CORRIENTE: "Checking", WALLET: "Digital wallet", CLABE: "CLABE" },
}
