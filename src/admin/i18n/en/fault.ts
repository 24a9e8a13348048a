/** What is wrong with a value that was written, or with a file; by the server's stable names. */
export const fault = {
  missing: "{{field}} is missing.",
  wrong_form: "{{field}} does not look right: check it.",
  card_number: "{{field}} must not hold the number of a card.",
  not_offered: "{{field}} must be one of {{allowed}}.",
  too_long: "{{field}} may have at most {{max}} characters.",
  other_currency: "{{field}} must be {{currency}}, the currency of account {{account}}.",
  not_a_number:
    "{{field}} must be digits only, with a dot before decimals and nothing between thousands, like 50000 or 12.5.",
  not_positive: "{{field}} must be above zero.",
  not_whole: "{{field}} must be a whole number with nothing between thousands, like 50000.",
  too_many_decimals:
    "{{field}} may have at most {{decimals}} decimals, and nothing between thousands, like 12.5.",
  too_large: "{{field}} is too large.",
  no_payouts: "Money cannot be sent to {{country}}.",
  method_needed: "Choose {{field}} together with the new account: it was {{before}} before.",
  rounded_by_spreadsheet:
    "{{field}} was rounded by a spreadsheet: format the column as text and write it again.",
  row_too_wide:
    "There are more cells than in the header: write a cell that holds the separator in quotes.",
  file_too_large: "The file is larger than 1 MB.",
  file_encoding: "The file is not in UTF-8: save it as “CSV UTF-8”.",
  file_too_long: "The file has more than {{max}} rows: split it.",
  file_empty: "The file has no rows.",
  quote_open: "A quote is opened and never closed.",
  quote_inside:
    "A quote stands inside a cell: write such a cell in quotes, and each quote inside it twice.",
  header_missing:
    "The first row must name the columns: {{required}}; and if you like {{optional}}.",
  more_problems: "These are the first {{told}} of {{all}} things that are wrong.",
  column_unnamed: "Column {{number}} has no name.",
  column_twice: "Column {{field}} is there twice.",
  column_unknown: "{{field}} is not a column of this table.",
  column_missing: "Column {{field}} is missing.",
  /** A form that can be told exactly. */
  form: {
    bank: "{{field}} must be its name, 2 to 60 letters or digits.",
    account_number: "{{field}} does not fit how the money is sent: check the number.",
    legal_doc: "{{field}} must be 3 to 20 letters, digits or hyphens, of a CC digits only.",
    phone_code: "{{field}} must be 1 to 4 digits, such as 57.",
    phone_number: "{{field}} must be 6 to 20 digits, without the country code.",
    email: "{{field}} must be an e-mail address.",
    full_name: "{{field}} must be a name of at most 100 characters.",
  },
  /** As the forms name them. */
  field: {
    amount: "Amount",
    currency_code: "Currency",
    payment_method: "Method",
    bank: "Bank",
    account_number: "Account number",
    account_type: "Account type",
    full_name: "Full name",
    legal_doc_type: "Document type",
    legal_doc: "Document number",
    phone_code: "Country calling code",
    phone_number: "Mobile number",
    email: "E-mail",
    note: "Why",
    proof: "Proof",
    name: "Name",
    description: "What for",
    destination: "Destination",
    stock_location_id: "Stock location",
  },
}
