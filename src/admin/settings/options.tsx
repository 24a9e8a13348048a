import type { AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { useFormat } from "../format/use-format"
import { Fact, Facts } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

type Options = AdminStatusAnswer["options"]

/** The options that an operator may see; none of them is a secret. */
export const OptionList = ({ options }: { options: Options }) => {
  const say = useTexts()
  const { placeOrderWhilePending: pending, payouts, amounts, paths } = options
  const values = {
    callbackUrl: options.callbackUrl,
    returnUrl: options.returnUrl,
    language: options.language,
    rounding: options.rounding,
    placeOrderWhilePending: typeof pending === "string" ? pending : pending.join(", "),
    onPaymentFailed: options.onPaymentFailed,
    refunds: options.refunds,
    payouts: say(payouts.enabled ? "settings.on" : "settings.off"),
    walletMethod: payouts.walletMethod,
    unknownPayouts: options.unknownPayouts,
    installation: options.installation,
    ipnSignature: options.ipnSignature,
    lookupAmounts: amounts.lookup,
    walletAmounts: amounts.wallet,
    ...paths,
  }
  const names = {
    callbackUrl: say("settings.option.callbackUrl"),
    returnUrl: say("settings.option.returnUrl"),
    language: say("settings.option.language"),
    rounding: say("settings.option.rounding"),
    placeOrderWhilePending: say("settings.option.placeOrderWhilePending"),
    onPaymentFailed: say("settings.option.onPaymentFailed"),
    refunds: say("settings.option.refunds"),
    payouts: say("settings.option.payouts"),
    walletMethod: say("settings.option.walletMethod"),
    unknownPayouts: say("settings.option.unknownPayouts"),
    installation: say("settings.option.installation"),
    ipnSignature: say("settings.option.ipnSignature"),
    lookupAmounts: say("settings.option.lookupAmounts"),
    walletAmounts: say("settings.option.walletAmounts"),
    payIn: say("settings.option.payIn"),
    payInV2: say("settings.option.payInV2"),
    pseBanks: say("settings.option.pseBanks"),
    payOut: say("settings.option.payOut"),
    payOutForm: say("settings.option.payOutForm"),
    brebResolve: say("settings.option.brebResolve"),
    merchant: say("settings.option.merchant"),
    lookup: say("settings.option.lookup"),
  } satisfies Record<keyof typeof values, string>
  const shown: Partial<Record<string, string>> = values
  return (
    <Section title={say("settings.options")}>
      <Facts>
        {Object.entries(names).map(([option, name]) => (
          <Fact key={option} name={name}>
            <span className="break-all">{shown[option] || "–"}</span>
          </Fact>
        ))}
        <Fact name={say("settings.approvalAbove")}>
          <Limits limits={options.approvalAbove} otherwise={say("settings.always")} />
        </Fact>
        <Fact name={say("settings.approvalAbovePerDay")}>
          <Limits limits={options.approvalAbovePerDay} otherwise={say("settings.tenTimes")} />
        </Fact>
        <Fact name={say("settings.beneficiaryChanges")}>
          {say(`settings.secondPerson.${options.beneficiaryChanges}`)}
        </Fact>
        <Fact name={say("settings.refundsToOthers")}>
          {say(`settings.secondPerson.${options.refundsToOthers}`)}
        </Fact>
        <Fact name={say("settings.approvers")}>
          {options.approvers?.join(", ") ?? say("settings.anyOther")}
        </Fact>
      </Facts>
    </Section>
  )
}

const Limits = ({ limits, otherwise }: { limits: Options["approvalAbove"]; otherwise: string }) => {
  const format = useFormat()
  const known = Object.entries(limits).map(([currency, limit]) =>
    format.money(limit ?? null, currency)
  )
  return <>{known.join(" · ") || otherwise}</>
}
