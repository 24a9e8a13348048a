import { defineRouteConfig } from "@medusajs/admin-sdk"
import type { AdminAuditEntry, AdminAuditList } from "../../../../api/admin/payin/audit-types"
import { useAuditColumns } from "../../../audit/columns"
import { useFormat } from "../../../format/use-format"
import { createdFilter } from "../../../list/filters"
import { ListPage } from "../../../list/list-page"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Audit = () => {
  const say = useTexts()
  const format = useFormat()
  return (
    <ListPage<AdminAuditList, AdminAuditEntry>
      name="audit"
      rows={(answer) => answer.audit}
      columns={useAuditColumns()}
      filters={[createdFilter(say, format)]}
      title={say("audit.title")}
      subtitle={say("audit.subtitle")}
      searchHint={say("audit.searchHint")}
      empty={{ heading: say("audit.empty"), description: say("audit.emptyHint") }}
    />
  )
}

export const config = defineRouteConfig({ label: "menu.audit", translationNs: "payin", rank: 9 })

export const handle = crumb("menu.audit")

export default Audit
