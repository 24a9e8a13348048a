import type { PayInRawOptions } from "../../../../domain/options/options"
import type { BehaviourInput } from "../../../../sandbox/settings"
import type { Result } from "../../finding"
import type { Country } from "./pasted"

/** How the service is looked at. */
export interface Visit {
  /** Nobody touches the link; somebody pays it as the sandbox is told; somebody presses the page's own button. */
  how?: "link" | "paid" | "pressed" | "payout"
  country?: Country
  /** Flags of the command. */
  flags?: Record<string, unknown>
  /** What is in the wallet, in wire units. */
  wallet?: number
  /** Of the payout that is allowed. */
  payout?: { payment_method?: string; account_type?: string; account_number?: string }
}

/** One way in which the service may differ, and what the doctor has to report of it. */
export interface Variant extends Visit {
  tries: BehaviourInput
  /** By check, what is reported otherwise than of the usual settings. Null: it is not reported at all. */
  says?: Record<string, readonly [Result, string] | null>
  /** Without it the same as of the usual settings. */
  options?: Partial<PayInRawOptions>
}

/** Option `payOutTypes` before and after RETIRO. */
export const USUAL_WORDS = ["PAYOUT", "PAY_OUT", "PAY-OUT", "CASHOUT", "DISPERSION"]
export const MORE_WORDS = ["WITHDRAW", "DISBURSE", "DESEMBOLSO"]
