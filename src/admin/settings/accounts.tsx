import { Badge } from "@medusajs/ui"
import type { AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { Fact, Facts, PageLink } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

/** The accounts that the store has at the service. */
export const Accounts = ({ accounts }: Pick<AdminStatusAnswer, "accounts">) => {
  const say = useTexts()
  return accounts.map(({ id, country, currency, base_url_host, provider_id }) => (
    <Section
      key={id}
      title={`${say("transactions.account")} ${id}`}
      aside={<Badge size="2xsmall">{`${country} · ${currency}`}</Badge>}
    >
      <Facts>
        <Fact name={say("settings.host")}>{base_url_host}</Fact>
        <Fact name={say("settings.provider")}>
          <span className="break-all">{provider_id}</span>
        </Fact>
      </Facts>
    </Section>
  ))
}

/** Where shoppers could pay and cannot, with the way to the switch. */
export const Regions = ({ off }: { off: AdminStatusAnswer["regions_without_provider"] }) => {
  const say = useTexts()
  return (
    <Section
      title={say("settings.regions")}
      subtitle={off.length === 0 && say("settings.regionsFine")}
    >
      {off.length > 0 && (
        <ul className="divide-y">
          {off.map(({ region_id, name, currency, provider_id }) => (
            <li
              key={`${region_id} ${provider_id}`}
              className="txt-compact-small flex flex-col items-start gap-y-1 px-6 py-4"
            >
              <span>{say("health.regionOff", { region: `${name} · ${currency}` })}</span>
              <span className="text-ui-fg-subtle break-all">
                {say("health.regionOffHint", { provider: provider_id })}
              </span>
              <PageLink to={`/settings/regions/${region_id}`}>
                {say("settings.openRegion")}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
