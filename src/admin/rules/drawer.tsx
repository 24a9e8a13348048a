import { Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  AdminBeneficiaryList,
  AdminPayoutRule,
  AdminPayoutRuleAnswer,
} from "../../api/admin/payin/beneficiary-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { ChoiceField, TextField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { percentText } from "./percent"
import { stockLocationName, useStockLocations } from "./stock-locations"
import { ruleTriggers } from "./triggers"

interface RuleDrawerProps {
  /** What to change; without one a new rule is made. */
  rule?: AdminPayoutRule
  onClose: () => void
}

/** Whom a rule pays, what part, and when. It moves money by itself, so it is asked once more. */
export const RuleDrawer = ({ rule, onClose }: RuleDrawerProps) => {
  const say = useTexts()
  const { locale } = useFormat()
  const ask = useAsk()
  const places = useStockLocations()
  const { data } = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { limit: 100 },
  })
  const people = data?.beneficiaries ?? []
  const [who, setWho] = useState(rule?.beneficiary_id ?? "")
  const [where, setWhere] = useState(rule?.stock_location_id ?? "")
  const [percent, setPercent] = useState(rule === undefined ? "" : String(rule.percent))
  const [trigger, setTrigger] = useState<string>(rule?.trigger ?? "shipment.created")
  const [tax, setTax] = useState(rule?.tax ?? false)
  const { mutate, isPending, error } = useCommand<AdminPayoutRuleAnswer>()
  const share = Number(percent.trim().replace(",", "."))
  const title = say(rule === undefined ? "rules.create" : "rules.edit")
  const chosen = places.find(({ id }) => id === where)
  const save = async () => {
    const agreed = await ask({
      title,
      text: say("rules.sure", {
        name: people.find(({ id }) => id === who)?.name ?? who,
        percent: percentText(locale, share),
        place: chosen === undefined ? where : stockLocationName(chosen),
      }),
      confirm: say("beneficiaries.save"),
    })
    if (agreed) {
      const terms = { percent: share, trigger, tax }
      mutate(
        rule === undefined
          ? {
              path: payin("payout-rules"),
              body: { beneficiary_id: who, stock_location_id: where, ...terms },
            }
          : { path: payin("payout-rules", rule.id), body: terms },
        {
          onSuccess: () => {
            toast.success(say("beneficiaries.saved"))
            onClose()
          },
        }
      )
    }
  }
  return (
    <FormDrawer
      title={title}
      submit={say("beneficiaries.save")}
      busy={isPending}
      error={error}
      ready={who !== "" && where !== "" && share > 0 && share <= 100}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {rule === undefined && (
        <>
          {(people.length === 0 || places.length === 0) && (
            <Text size="small" className="text-ui-fg-subtle">
              {say("rules.needsBoth")}
            </Text>
          )}
          <ChoiceField
            label={say("audit.beneficiary")}
            value={who}
            onChange={setWho}
            choices={people.map(({ id, name, account }) => ({
              value: id,
              label: `${name} · ${account}`,
            }))}
          />
          <ChoiceField
            label={say("beneficiaries.place")}
            value={where}
            onChange={setWhere}
            choices={places.map((one) => ({ value: one.id, label: stockLocationName(one) }))}
          />
        </>
      )}
      <TextField
        label={say("rules.percent")}
        hint={say("rules.percentHint")}
        value={percent}
        inputMode="decimal"
        onChange={setPercent}
      />
      <ChoiceField
        label={say("rules.trigger")}
        value={trigger}
        onChange={setTrigger}
        choices={Object.entries(ruleTriggers(say)).map(([value, label]) => ({ value, label }))}
      />
      <ChoiceField
        label={say("rules.base")}
        value={tax ? "with" : "without"}
        onChange={(value) => setTax(value === "with")}
        choices={[
          { value: "without", label: say("rules.withoutTax") },
          { value: "with", label: say("rules.withTax") },
        ]}
      />
    </FormDrawer>
  )
}
