/** What can be done about a payout. */
export const giving = {
  waysOut: "What can be done",
  note: "Why",
  noteHint: "For whoever reads this later. At most 500 characters.",
  proof: "Proof",
  proofHint: "What shows that the money arrived, e.g. the number of a transfer.",
  close: "Close",
  link: "Address for the shopper",
  linkUntil: "Works once, until {{time}}. Whoever has it can say where this money goes.",
  action: {
    approve: "Approve",
    destination: "Say where it goes",
    "destination-link": "Ask the shopper",
    resend: "Send again",
    retry: "Try again",
    "paid-elsewhere": "Paid by other means",
    cancel: "Cancel the payout",
  },
  means: {
    approve: "You agree that {{amount}} goes to {{to}}. Whoever made or changed it cannot.",
    destination: "You say to which account {{amount}} goes. Nothing of it has left.",
    "destination-link":
      "An address to hand to the shopper alone, who says there where {{amount}} goes.",
    resend:
      "The service is asked once more. If it does not know this payout, it is sent again under the same reference, so that it cannot be paid twice.",
    retry: "It was rejected. {{amount}} is sent to {{to}} once more, under a new reference.",
    "paid-elsewhere": "{{amount}} was given another way. Nothing is sent from here any more.",
    cancel: "Nothing was sent yet, and nothing will be.",
  },
  sure: {
    approve: "{{amount}} will go to {{to}}.",
    resend: "{{amount}} will go to {{to}}, if the service does not know of it.",
    retry: "{{amount}} will go to {{to}}.",
    destination: "{{amount}} will go to {{to}}.",
    "paid-elsewhere":
      "{{amount}} to {{to}} counts as given, and is never sent from here. Say this only if the money arrived.",
    cancel: "{{amount}} to {{to}} will not be sent.",
  },
  did: {
    approve: "Approved",
    destination: "The destination is kept",
    resend: "The service was asked",
    retry: "It is tried again",
    "paid-elsewhere": "It counts as given",
    cancel: "Canceled",
  },
  now: "It stands at: {{status}}.",
}
