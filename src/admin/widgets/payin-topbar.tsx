import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Cash } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import { Link, useLocation } from "react-router-dom"
import { useTexts } from "../text/use-texts"

/** From every page of the admin to the lookup, one click or one press away. */
const PayInTopbar = () => {
  const say = useTexts()
  const { pathname } = useLocation()
  const name = `PayIn: ${say("lookup.title")}`
  return pathname.endsWith("/payin/lookup") ? null : (
    <IconButton asChild size="small" variant="transparent">
      <Link to="/payin/lookup" aria-label={name} title={name}>
        <Cash className="text-ui-fg-muted" />
      </Link>
    </IconButton>
  )
}

export const config = defineWidgetConfig({ zone: "topbar", id: "payin.topbar" })

export default PayInTopbar
