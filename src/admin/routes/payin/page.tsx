import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Cash } from "@medusajs/icons"
import { Navigate } from "react-router-dom"

const PayIn = () => <Navigate to="/payin/transactions" replace />

export const config = defineRouteConfig({
  label: "menu.payin",
  icon: Cash,
  rank: 5,
  translationNs: "payin",
})

export default PayIn
