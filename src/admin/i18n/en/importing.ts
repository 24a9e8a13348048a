/** Many payouts of one file. */
export const importing = {
  open: "From a file",
  title: "Payouts from a file",
  subtitle: "All rows or none. Nothing is made before you have seen what each row becomes.",
  file: "CSV file",
  columns:
    "Columns amount, currency_code, full_name, legal_doc_type, legal_doc, phone_number, email, bank, account_number, account_type; if you like payment_method, phone_code, note. At most 1,000 rows.",
  check: "Check the file",
  take: "Make these payouts",
  row: "Row {{number}}",
  wrong_one: "{{count}} thing is wrong: correct the file and choose it again.",
  wrong_other: "{{count}} things are wrong: correct the file and choose it again.",
  would_one: "{{count}} payout, {{amount}}",
  would_other: "{{count}} payouts, {{amount}} together",
  sure_one: "{{count}} payout of {{amount}} will be made from account {{account}}.",
  sure_other: "{{count}} payouts of {{amount}} together will be made from account {{account}}.",
  alike: "A file of as many rows and the same total was taken in on {{when}}.",
  its_payouts: "See its payouts",
  again: "A file like it was taken in before: if it is the same, everybody is paid a second time.",
  damaged_one: "{{count}} cell looks damaged. Correct the file, or make sure that it is right.",
  damaged_other:
    "{{count}} cells look damaged. Correct the file, or make sure that they are right.",
  confirms_one: "You confirm {{count}} cell that looks damaged.",
  confirms_other: "You confirm {{count}} cells that look damaged.",
  warning: {
    damaged_number:
      "{{field}} may have been changed by a spreadsheet (digits lost, or .0 appended)",
    placeholder: "{{field}} holds no value but a sign for none",
    wrong_encoding: "{{field}} seems to be in another encoding: save the file as CSV UTF-8",
    duplicate_row: "the same payment stands in the file twice",
  },
  progress: "{{done}} of {{all}} are through, or wait for a person.",
  through: "All {{all}} are through, or wait for a person.",
}
