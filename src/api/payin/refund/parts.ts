import { shownAmount } from "../../../domain/money/shown-amount"
import type { Html } from "../page/html"
import { storeLine, summaryCard } from "../page/parts"
import { word } from "./texts"
import type { RefundPageView, RefundSummary } from "./view"

/** Who asks; how much, for which order and for whom. */
export function heading({ language }: RefundPageView, refund: RefundSummary): Html[] {
  const { store, amount, currency, order, person } = refund
  const facts = [
    ...(order === null ? [] : [{ name: word("order", language), value: `#${order}` }]),
    ...(person === null ? [] : [{ name: word("person", language), value: person }]),
  ]
  return [
    storeLine(store, word("asks", language)),
    summaryCard(language, { title: word("refund", language), amount, currency }, facts),
  ]
}

/** "Reembolso de $ 54.000". */
export function refundTitle({ language }: RefundPageView, refund: RefundSummary): string {
  const amount = shownAmount(refund.amount, refund.currency, language)
  return `${word("refund", language)} ${amount}`
}
