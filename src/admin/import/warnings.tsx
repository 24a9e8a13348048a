import { Alert, Text } from "@medusajs/ui"
import type { AdminImportWarning } from "../../api/admin/payin/import-types"
import { useTexts } from "../text/use-texts"

/** Lists the cells of a file that look damaged. A person confirms them by making the payouts. */
export const ImportWarnings = ({ warnings }: { warnings: readonly AdminImportWarning[] }) => {
  const say = useTexts()
  return (
    <Alert variant="warning" role="alert">
      <Text size="small" weight="plus" leading="compact">
        {say("importing.damaged", { count: warnings.length })}
      </Text>
      <ul className="mt-2 flex flex-col gap-y-1">
        {warnings.map(({ row, field, code }) => (
          <li key={`${row} ${field} ${code}`}>
            <Text size="small">
              {`${say("importing.row", { number: row })}: `}
              {say(`importing.warning.${code}`, { field })}
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
