import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useState } from "react"
import type { AdminAnomaly, AdminAnomalyList } from "../../../../api/admin/payin/anomaly-types"
import { anomalyHref, useAnomalyColumns } from "../../../anomalies/columns"
import { anomalyKinds } from "../../../anomalies/kinds"
import { anomalyStatuses } from "../../../anomalies/status"
import { mayDecideTogether } from "../../../anomalies/together"
import { TogetherDrawer } from "../../../anomalies/together-drawer"
import { useFormat } from "../../../format/use-format"
import { accountFilter, useAccounts } from "../../../list/accounts"
import { choice, createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Anomalies = () => {
  const say = useTexts()
  const format = useFormat()
  const [chosen, choose] = useState<{ ids: string[]; clear: () => void } | null>(null)
  return (
    <>
      <ListPage<AdminAnomalyList, AdminAnomaly>
        name="anomalies"
        rows={(answer) => answer.anomalies}
        columns={useAnomalyColumns()}
        filters={[
          choice("status", say("list.status"), anomalyStatuses(say)),
          choice("kind", say("anomalies.what"), anomalyKinds(say)),
          ...accountFilter(say, useAccounts()),
          createdFilter(say, format),
        ]}
        title={say("anomalies.title")}
        subtitle={say("anomalies.subtitle")}
        searchHint={say("transactions.searchHint")}
        empty={{ heading: say("anomalies.empty"), description: say("anomalies.emptyHint") }}
        href={anomalyHref}
        together={{
          may: mayDecideTogether,
          label: say("anomalies.action.nothingHeld"),
          shortcut: "n",
          onChosen: (ids, clear) => choose({ ids, clear }),
        }}
      />
      {chosen !== null && (
        <TogetherDrawer ids={chosen.ids} onDecided={chosen.clear} onClose={() => choose(null)} />
      )}
    </>
  )
}

export const config = defineRouteConfig({
  label: "menu.anomalies",
  translationNs: "payin",
  rank: 4,
})

export const handle = crumb("menu.anomalies")

export default Anomalies
