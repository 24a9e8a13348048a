import type { MajorAmount } from "../../domain/money/amount"
import type { CheckContext } from "./check-context"

/** An amount as the service's page may show it: "5,000 COP", "10.50 PEN". */
export function amountText(
  amount: MajorAmount,
  { country }: Pick<CheckContext, "country">,
  decimals: number
): string {
  const [whole = "", fraction = ""] = amount.split(".")
  const digits = fraction === "" ? "" : `.${fraction.padEnd(decimals, "0")}`
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${digits} ${country.currency}`
}
