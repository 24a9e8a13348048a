import { Text } from "@medusajs/ui"
import type { AdminPayoutImportDetailAnswer } from "../../api/admin/payin/import-types"
import { payin, useAnswer } from "../answer/use-answer"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { LoadingRows } from "../page/loading"
import { Problem } from "../page/problem"
import { payoutHref } from "../payouts/columns"
import { isUnderWay } from "../payouts/under-way"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"
import { ImportRows } from "./rows"

type Import = AdminPayoutImportDetailAnswer["import"]

const LOOK_MS = 2_000

/** What has become of a file's payouts, looked at again as long as one of them is on its way. */
export const ImportProgress = ({ id }: { id: string }) => {
  const say = useTexts()
  const said = useTranslated()
  const format = useFormat()
  const { data, error } = useAnswer<AdminPayoutImportDetailAnswer>(
    payin("payouts", "imports", id),
    {
      fresh: 0,
      every: (answer) => (answer !== undefined && moving(answer.import) === 0 ? false : LOOK_MS),
    }
  )
  if (data === undefined) {
    return error === null ? <LoadingRows rows={4} /> : <Problem error={error} />
  }
  const { row_count, rows, currency_code } = data.import
  const still = moving(data.import)
  const done = row_count - still
  return (
    <>
      <div className="flex flex-col gap-y-2">
        <Text size="small" weight="plus" role="status">
          {say(still === 0 ? "importing.through" : "importing.progress", {
            done: format.number(done),
            all: format.number(row_count),
          })}
        </Text>
        <div
          role="progressbar"
          aria-label={say("importing.title")}
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={row_count}
          className="bg-ui-bg-component h-2 overflow-hidden rounded-full"
        >
          <div
            className="bg-ui-fg-interactive h-full transition-all"
            style={{ width: `${(100 * done) / Math.max(row_count, 1)}%` }}
          />
        </div>
      </div>
      <ImportRows
        rows={rows.map(({ row, payout_id, amount, status, reason_text, response_message }) => ({
          row,
          status,
          amount: (
            <PageLink to={payoutHref({ id: payout_id })}>
              {format.money(amount, currency_code)}
            </PageLink>
          ),
          about: response_message ?? (reason_text && said(reason_text)) ?? "",
        }))}
      />
    </>
  )
}

function moving({ rows }: Import): number {
  return rows.filter(isUnderWay).length
}
