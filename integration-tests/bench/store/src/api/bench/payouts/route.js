/* global require, exports */
// Writes so many payouts that may be sent at once, as the desk does, some at a time.

const { randomUUID } = require("node:crypto")

const AT_ONCE = 4
const OPERATOR = { role: "operator", type: "user", id: "user_bench" }
const DESTINATION = {
  legal_doc: "1020304050",
  legal_doc_type: "CC",
  phone_code: "57",
  phone_number: "3001112233",
  email: "ana@shop.example",
  full_name: "Ana Ejemplo",
  bank: "BANCOLOMBIA",
  account_number: "12345678901",
  account_type: "AHORRO",
}

exports.POST = async (req, res) => {
  const { payouts } = req.scope.resolve("payinPayouts")
  let left = req.body.count
  const lane = async () => {
    while (left-- > 0) {
      await payouts.create(
        {
          account: "co",
          country: "CO",
          currency: "COP",
          amount: "50000",
          payment_method: "BANK_TRANSFER",
          source: "operator",
          source_id: randomUUID(),
          destination: DESTINATION,
        },
        OPERATOR
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  res.json({})
}
