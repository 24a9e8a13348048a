import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Cash } from "@medusajs/icons"
import { Heading } from "@medusajs/ui"
import type { AdminOverviewAnswer } from "../../../api/admin/payin/overview-types"
import { payin, useAnswer } from "../../answer/use-answer"
import { Balances } from "../../overview/balances"
import { MoneyChart } from "../../overview/chart"
import { Health } from "../../overview/health"
import { HeldNotice } from "../../overview/held"
import { LoadingOverview } from "../../overview/loading"
import { WaitingForYou } from "../../overview/waiting"
import { Problem } from "../../page/problem"
import { TwoColumns } from "../../page/two-columns"
import { crumb } from "../../text/crumb"
import { useTexts } from "../../text/use-texts"

const Overview = () => {
  const say = useTexts()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { data, error, refetch } = useAnswer<AdminOverviewAnswer>(payin("overview"), {
    query: { time_zone: timeZone },
  })
  return (
    <>
      <Heading level="h1" className="sr-only">
        {say("menu.payin")}
      </Heading>
      <HeldNotice />
      <TwoColumns
        side={
          <>
            {data && <WaitingForYou waiting={data.waiting} />}
            <Health />
          </>
        }
      >
        {data && <Balances accounts={data.accounts} />}
        {data && <MoneyChart series={data.series} />}
        {data === undefined && error === null && <LoadingOverview />}
        {data === undefined && error !== null && (
          <Problem error={error} again={() => void refetch()} />
        )}
      </TwoColumns>
    </>
  )
}

export const config = defineRouteConfig({
  label: "menu.payin",
  icon: Cash,
  rank: 5,
  translationNs: "payin",
})

export const handle = crumb("menu.payin")

export default Overview
