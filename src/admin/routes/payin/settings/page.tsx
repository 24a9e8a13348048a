import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Text } from "@medusajs/ui"
import type { AdminStatusAnswer } from "../../../../api/admin/payin/status-types"
import { payin, useAnswer } from "../../../answer/use-answer"
import { Health } from "../../../overview/health"
import { LoadingPage } from "../../../page/loading"
import { Problem } from "../../../page/problem"
import { Section } from "../../../page/section"
import { TwoColumns } from "../../../page/two-columns"
import { Accounts, Regions } from "../../../settings/accounts"
import { ConnectionTest } from "../../../settings/connection-test"
import { Addresses, WireExamples } from "../../../settings/addresses"
import { Installation } from "../../../settings/installation"
import { OptionList } from "../../../settings/options"
import { Instances, Queues } from "../../../settings/running"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Settings = () => {
  const say = useTexts()
  const { data, error, refetch } = useAnswer<AdminStatusAnswer>(payin("status"))
  if (data === undefined) {
    return error === null ? <LoadingPage /> : <Problem error={error} again={() => void refetch()} />
  }
  const { version, accounts, addresses, wire_examples } = data
  return (
    <TwoColumns
      side={
        <>
          <Health />
          <ConnectionTest accounts={accounts} />
          <Regions off={data.regions_without_provider} />
          <Queues queues={data.queues} />
          <Instances instances={data.instances} />
        </>
      }
    >
      <Section
        level="h1"
        title={say("settings.title")}
        subtitle={say("settings.subtitle")}
        aside={version !== null && <Text size="small">{say("settings.version", { version })}</Text>}
      />
      <Installation installation={data.installation} queued={data.queues.payouts_queued} />
      <Addresses addresses={addresses} />
      <Accounts accounts={accounts} />
      <WireExamples examples={wire_examples} />
      <OptionList options={data.options} />
    </TwoColumns>
  )
}

export const config = defineRouteConfig({
  label: "menu.settings",
  translationNs: "payin",
  rank: 10,
})

export const handle = crumb("menu.settings")

export default Settings
