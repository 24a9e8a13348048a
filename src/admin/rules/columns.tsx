import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import type { AdminBeneficiaryList, AdminPayoutRule } from "../../api/admin/payin/beneficiary-types"
import { payin, useAnswer } from "../answer/use-answer"
import { beneficiaryHref } from "../beneficiaries/columns"
import { useFormat } from "../format/use-format"
import { RowLink } from "../list/row-link"
import { useTexts } from "../text/use-texts"
import { percentText } from "./percent"
import { StockLocation } from "./stock-location"
import { RuleButtons } from "./rule-buttons"
import { RuleStanding } from "./standing"
import { ruleTriggers } from "./triggers"

const column = createDataTableColumnHelper<AdminPayoutRule>()

/** What a list shows of a rule. */
export function useRuleColumns() {
  const say = useTexts()
  const { locale } = useFormat()
  return useMemo(
    () => [
      column.accessor("beneficiary_id", {
        header: say("audit.beneficiary"),
        cell: ({ getValue }) => (
          <RowLink to={beneficiaryHref({ id: getValue() })}>
            <BeneficiaryName id={getValue()} />
          </RowLink>
        ),
      }),
      column.accessor("status", {
        header: say("list.status"),
        cell: ({ row: { original } }) => <RuleStanding rule={original} />,
      }),
      column.accessor("percent", {
        header: say("rules.percent"),
        align: "right",
        cell: ({ getValue }) => percentText(locale, getValue()),
      }),
      column.accessor("stock_location_id", {
        header: say("beneficiaries.place"),
        cell: ({ getValue }) => <StockLocation id={getValue()} />,
      }),
      column.accessor("trigger", {
        header: say("rules.trigger"),
        cell: ({ getValue }) => ruleTriggers(say)[getValue()],
      }),
      column.accessor("tax", {
        header: say("rules.base"),
        cell: ({ getValue }) => say(getValue() ? "rules.withTax" : "rules.withoutTax"),
      }),
      column.display({
        id: "buttons",
        cell: ({ row: { original } }) => <RuleButtons rule={original} />,
      }),
    ],
    [say, locale]
  )
}

/** Somebody who is paid by their name, else by their id. */
const BeneficiaryName = ({ id }: { id: string }) => {
  const { data } = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { limit: 100 },
    fresh: 60_000,
  })
  return <>{data?.beneficiaries.find((one) => one.id === id)?.name ?? id}</>
}
