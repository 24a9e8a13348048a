/** Questions before something that matters. */
export const ask = {
  cancel: "Cancel",
  youMay: "You may.",
  anyOther: "Whoever had no part in it and was a user before it was made can decide it.",
  onlyThey: "Only people whom the option approvers names can decide it:",
  before: "When you saw it",
  now: "Now",
  changedSinceConfirmed: "This was confirmed before and has been changed since.",
  confirmedBefore: "Confirmed before",
}
