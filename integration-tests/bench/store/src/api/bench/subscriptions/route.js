/* global exports */
// Writes so many subscriptions whose first month has passed, each with a card and a captured payment of its own
// at the service, all like the first one there is.

const AT_ONCE = 8
const TABLES = ["payin_card", "payin_card_transaction", "payin_subscription"]
const BATCH = 500

exports.POST = async (req, res) => {
  const { round, count } = req.body
  const pg = req.scope.resolve("__pg_connection__")
  const { cards } = req.scope.resolve("payinGateway")
  const first = await pg("payin_subscription").where("id", "not like", "paysub_bench%").first()
  const [card, paid] = await Promise.all([
    pg("payin_card").where({ id: first.card_id }).first(),
    pg("payin_card_transaction").where({ id: first.latest_transaction_id }).first(),
  ])
  const rows = []
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      const mark = `bench${round}x${n}`
      rows.push(copyOf({ first, card, paid }, mark, await atTheService(cards, paid, mark)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  for (const table of TABLES) {
    await pg.batchInsert(
      table,
      rows.map((row) => row[table]),
      BATCH
    )
  }
  // Due like all of them, and a month old.
  await pg("payin_subscription")
    .whereIn(
      "id",
      rows.map(({ payin_subscription: { id } }) => id)
    )
    .update({
      anchor: pg.raw("to_char(anchor::date - interval '1 month', 'YYYY-MM-DD')"),
      next_date: pg.raw("anchor"),
      due_after: pg.fn.now(),
    })
  res.json({})
}

async function atTheService(cards, { account, currency, amount, tax }, mark) {
  const { subscription_id } = await cards.createSubscription(account, {
    token: "tok_test_approved",
    plan_name: "Café del mes",
    periodicity: "monthly",
    start_date: new Date().toISOString().slice(0, 10),
    customer_data: {
      legal_doc: "1020304050",
      legal_doc_type: "CC",
      phone_code: "57",
      phone_number: "3001112233",
      email: "ana@shop.example",
      full_name: "Ana Ejemplo",
    },
  })
  const held = { subscription_id, reference: `crd_${mark}`, currency, amount, tax }
  const { transaction_id } = (await cards.authorize(account, held)).transaction
  await cards.capture(account, { transaction_id, amount, tax })
  return { subscription_id, transaction_id }
}

function copyOf({ first, card, paid }, mark, { subscription_id, transaction_id }) {
  const card_id = `paycard_${mark}`
  const id = `paycdtx_${mark}`
  return {
    payin_card: { ...card, id: card_id, subscription_id, session_id: `payses_${mark}` },
    payin_card_transaction: {
      ...paid,
      ...{ id, card_id, transaction_id, reference: `crd_${mark}`, session_id: `payses_${mark}` },
      capture_transaction_id: `capture_${mark}`,
    },
    payin_subscription: {
      ...first,
      ...{ id: `paysub_${mark}`, card_id, subscription_id, order_id: `order_${mark}` },
      ...{ latest_transaction_id: id, due_after: null },
    },
  }
}
