/** What can be done about a payout. */
export const giving = {
  waysOut: "What can be done",
  note: "Why",
  noteHint: "For whoever reads this later. At most 500 characters.",
  proof: "Proof",
  proofHint: "What shows how it is paid, e.g. the number of a transfer or a receipt.",
  outcome: "What the service's support says",
  outcomeReference: "Which reference",
  outcomeReferenceHint:
    "Ask the support about this one. What it says of one says nothing of another.",
  paid: "It was paid",
  notPaid: "It was not paid",
  reportedByOther:
    "Somebody reported that it was not paid: another person tries it again. You may.",
  reportedByYou:
    "You reported that it was not paid: another person has to try it again, and you may approve that.",
  close: "Close",
  link: "Address for the shopper",
  linkUntil: "Works once, until {{time}}. Whoever has it can say where this money goes.",
  formAction: "Show the form",
  formMeans:
    "The address of the service's form, for the recipient alone. They enter there where {{amount}} goes. That you saw it is written into the audit.",
  formMail: "Send the mail again",
  formMailMeans:
    "A mail of your store hands the form to {{to}}, who enters there where {{amount}} goes. Above the limit nobody of the store reads its address. Your store is asked to send the mail again, and that you asked is written into the audit.",
  formFor: "Address for the recipient",
  formLink: "The same address each time. Whoever has it can say where this money goes.",
  action: {
    approve: "Approve",
    destination: "Say where it goes",
    "destination-link": "Ask the shopper",
    resend: "Send again",
    retry: "Try again",
    conclude: "Record the outcome",
    "paid-elsewhere": "Paid by other means",
    "pay-rest": "Pay the rest",
    cancel: "Cancel the payout",
  },
  means: {
    approve:
      "You agree that {{amount}} goes to {{to}}. Whoever made or changed the payout cannot agree.",
    destination: "You say to which account {{amount}} goes. Nothing was sent yet.",
    "destination-link":
      "An address for the shopper alone. The shopper says there where {{amount}} goes.",
    resend:
      "The service is asked once more. If it does not know this payout, it is sent again under the same reference, so that it cannot be paid twice.",
    retry: "It was rejected. {{amount}} is sent to {{to}} once more, under a new reference.",
    conclude:
      "The service's support told you how it ended. You record that with what shows it. The payout is watched on.",
    "paid-elsewhere":
      "{{amount}} is paid in another way. This payout is never sent. Say so first, then pay.",
    "pay-rest":
      "The service paid {{amount}} less than ordered. That becomes a payout of its own to {{to}}, which another person has to approve.",
    cancel: "Nothing was sent yet, and nothing will be.",
  },
  sure: {
    approve: "{{amount}} will go to {{to}}.",
    resend: "{{amount}} will go to {{to}}, if the service does not know of it.",
    retry: "{{amount}} will go to {{to}}.",
    destination: "{{amount}} will go to {{to}}.",
    conclude:
      "What you wrote about {{amount}} to {{to}} is recorded, and the payout counts as that.",
    "paid-elsewhere":
      "{{amount}} to {{to}} counts as paid, and this payout is never sent. If you have not paid it yet, pay it now.",
    "pay-rest": "{{amount}} will go to {{to}} once another person approves it.",
    cancel: "{{amount}} to {{to}} will not be sent.",
  },
  did: {
    approve: "Approved",
    destination: "The destination is saved",
    resend: "The service was asked",
    retry: "It is tried again",
    conclude: "The outcome is recorded",
    "paid-elsewhere": "It counts as paid",
    "pay-rest": "The rest is ordered",
    cancel: "Canceled",
  },
  now: "Its status is now: {{status}}.",
}
