import { Text } from "@medusajs/ui"
import type { AdminStatusAnswer } from "../../api/admin/payin/status-types"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts } from "../page/fact"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"

/** Where the service tells this store what happened, to be copied into its own settings. */
export const Addresses = ({ addresses }: Pick<AdminStatusAnswer, "addresses">) => {
  const say = useTexts()
  const { ipn, card, standard } = addresses
  const named = [
    { name: say("settings.ipn"), url: ipn },
    ...(card === null ? [] : [{ name: say("settings.card"), url: card }]),
    ...standard.map(({ provider_id, url }) => ({
      name: say("settings.standard", { provider: provider_id }),
      url,
    })),
  ]
  return (
    <Section title={say("settings.addresses")} subtitle={say("settings.addressesHint")}>
      <ul className="divide-y">
        {named.map(({ name, url }) => (
          <li key={name} className="flex flex-col gap-y-1 px-6 py-4">
            <Text size="small" weight="plus">
              {name}
            </Text>
            <Text size="small" as="div" className="text-ui-fg-subtle">
              <Copyable text={url} />
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** One amount of each currency as it goes over the wire. */
export const WireExamples = ({ examples }: { examples: AdminStatusAnswer["wire_examples"] }) => {
  const say = useTexts()
  const format = useFormat()
  return (
    <Section title={say("settings.wire")}>
      <Facts>
        {examples.map(({ currency, decimals, amount, sent }) => (
          <Fact key={currency} name={say("settings.decimals", { currency, count: decimals })}>
            {say("settings.sentAs", { amount: format.money(amount, currency), sent })}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}
