/** The form of a payout by hand. */
export const newPayout = {
  open: "New payout",
  title: "Send money",
  subtitle: "Above the store's limit it waits until a second person approves it.",
  amountHint: "Without separators between thousands, e.g. 50000 or 12.5.",
  somebodyNew: "Another destination",
  note: "What for",
  submit: "Send",
  byForm: "{{name}}, who enters the account in a form",
  sure: "{{amount}} will go to {{to}}.",
  done: "The payout was made",
}
