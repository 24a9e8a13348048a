import { Alert, Text } from "@medusajs/ui"
import { useState } from "react"
import type {
  AdminPayoutDryRunAnswer,
  AdminPayoutImportAnswer,
} from "../../api/admin/payin/import-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { destinationText } from "../destination/text"
import { FileField } from "../form/field"
import { FormDrawer } from "../form/form-drawer"
import { useFormat } from "../format/use-format"
import { AccountChoice } from "../list/account-choice"
import { useAccounts } from "../list/accounts"
import { PageLink } from "../page/fact"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { ImportProblems } from "./problems"
import { ImportProgress } from "./progress"
import { readText } from "./read-file"
import { ImportRows } from "./rows"
import { ImportWarnings } from "./warnings"

/** Many payouts of one file: what each row would become, then, when a person agrees, what becomes of it. */
export const ImportDrawer = ({ onClose }: { onClose: () => void }) => {
  const say = useTexts()
  const format = useFormat()
  const ask = useAsk()
  const accounts = useAccounts()
  const [chosen, choose] = useState("")
  const [csv, setCsv] = useState<string | null>(null)
  const account = chosen === "" ? (accounts.at(0)?.id ?? "") : chosen
  const trial = useCommand<AdminPayoutDryRunAnswer>()
  const taking = useCommand<AdminPayoutImportAnswer>()
  const path = payin("payouts", "import")
  const preview = trial.data?.import
  const warnings = trial.data?.warnings ?? []
  const taken = taking.data?.import
  const body = { csv, account }
  const forget = () => {
    trial.reset()
    taking.reset()
  }
  const take = async (would: NonNullable<typeof preview>) => {
    const amount = format.money(would.total, would.currency_code)
    const sure = say("importing.sure", { count: would.row_count, amount, account })
    const doubts = [
      ...(would.alike === null ? [] : [say("importing.again")]),
      ...(warnings.length === 0 ? [] : [say("importing.confirms", { count: warnings.length })]),
    ]
    const agreed = await ask({
      title: say("importing.take"),
      text: [sure, ...doubts].join(" "),
      confirm: say("importing.take"),
    })
    if (agreed) {
      const confirmed = warnings.length > 0 && { confirm_warnings: true }
      taking.mutate({ path, body: { ...body, ...confirmed } })
    }
  }
  const submit = () => {
    if (preview !== undefined) {
      void take(preview)
    } else {
      trial.mutate({ path, body: { ...body, dry_run: true } })
    }
  }
  const error = taking.error ?? trial.error
  return (
    <FormDrawer
      title={say("importing.title")}
      description={say("importing.subtitle")}
      submit={say(preview ? "importing.take" : "importing.check")}
      done={taken !== undefined}
      busy={trial.isPending || taking.isPending}
      error={null}
      ready={csv !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      {taken === undefined ? (
        <>
          <AccountChoice
            value={account}
            onChange={(id) => {
              choose(id)
              forget()
            }}
          />
          <FileField
            label={say("importing.file")}
            hint={say("importing.columns")}
            accept=".csv,text/csv"
            onChange={(file) => {
              forget()
              setCsv(null)
              void (file && readText(file).then(setCsv))
            }}
          />
          {error !== null && <ImportProblems error={error} />}
          {preview && (
            <>
              <Text size="small" weight="plus" role="status">
                {say("importing.would", {
                  count: preview.row_count,
                  amount: format.money(preview.total, preview.currency_code),
                })}
              </Text>
              {preview.alike && (
                <Alert variant="warning" role="alert">
                  {say("importing.alike", { when: format.time(preview.alike.created_at) })}{" "}
                  <PageLink to={`/payin/payouts?q=${preview.alike.id}`}>
                    {say("importing.its_payouts")}
                  </PageLink>
                </Alert>
              )}
              {warnings.length > 0 && <ImportWarnings warnings={warnings} />}
              <ImportRows
                rows={preview.rows.map(({ row, amount, destination, note, status }) => ({
                  row,
                  status,
                  amount: format.money(amount, preview.currency_code),
                  about: [destinationText(destination), note].filter(Boolean).join(" · "),
                }))}
              />
            </>
          )}
        </>
      ) : (
        <ImportProgress id={taken.id} />
      )}
    </FormDrawer>
  )
}
