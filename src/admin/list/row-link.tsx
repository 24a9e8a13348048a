import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"

/** The cell of a row that leads to it by keyboard, as a click on the row does by mouse. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="focus-visible:shadow-borders-focus rounded-sm outline-none"
    onClick={(event) => event.stopPropagation()}
  >
    <Text size="small" weight="plus" leading="compact" as="span" className="truncate">
      {children}
    </Text>
  </Link>
)
