import type { AdminDestination } from "../../api/admin/payin/payout-types"
import { fieldName } from "../answer/fault"
import { accountText } from "../destination/text"
import type { Say } from "../text/use-texts"

type NamedDestination = Pick<AdminDestination, "bank" | "account_last_four"> & {
  name: string
  payment_method: string
}

/** Who is paid, where to, and how: "Taller · BANCOLOMBIA ••••6789 · Bank transfer". */
export function placeText(
  { name, payment_method, bank, account_last_four }: NamedDestination,
  method: (name: string) => string
): string {
  return [name, accountText({ bank, account_last_four }), method(payment_method)].join(" · ")
}

/** Names all that changed: two accounts may end with the same four digits. */
export function changedText(changed: readonly string[], say: Say): string | null {
  const fields = changed.map((name) => fieldName(say, name)).join(", ")
  return fields === "" ? null : say("beneficiaries.changed", { fields })
}
