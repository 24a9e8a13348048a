import { Badge, Table, Text, clx } from "@medusajs/ui"
import type { AdminLookupAnswer } from "../../api/admin/payin/lookup-types"
import { useFormat } from "../format/use-format"
import { PageLink } from "../page/fact"
import { Section } from "../page/section"
import { payoutHref } from "../payouts/columns"
import { PayoutStatusBadge } from "../payouts/status"
import { useTexts } from "../text/use-texts"
import { transactionHref } from "../transactions/columns"
import { SyncButton } from "../transactions/sync-button"
import { compare } from "./compare"
import { isPayout } from "./kept"

type Local = NonNullable<AdminLookupAnswer["local"]>

/** What the service says beside what the store has; differences stand out, in colour and in words. */
export const LookupResult = ({ answer }: { answer: AdminLookupAnswer }) => {
  const say = useTexts()
  const format = useFormat()
  const { remote, local } = answer
  const lines = compare(answer, say, format)
  const differences = lines.filter(({ differs }) => differs).length
  return (
    <Section
      title={say(`lookup.kind.${remote.kind}`)}
      subtitle={[
        local === null
          ? say("lookup.unknownHere")
          : say(differences === 0 ? "lookup.same" : "lookup.differs", { count: differences }),
        local !== null && isEarlier(local) && say("lookup.earlier"),
      ]
        .filter(Boolean)
        .join(" ")}
      aside={local && <LinkToRow local={local} />}
    >
      <div className="overflow-x-auto">
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>
                <span className="sr-only">{say("lookup.field")}</span>
              </Table.HeaderCell>
              <Table.HeaderCell>{say("lookup.service")}</Table.HeaderCell>
              <Table.HeaderCell>{say("lookup.store")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {lines.map(({ name, remote: said, local: kept, differs }) => (
              <Table.Row key={name} className={clx({ "bg-ui-tag-orange-bg": differs })}>
                <Table.Cell className="py-3">
                  <span className="flex flex-wrap items-center gap-2">
                    <Text as="span" size="small" weight="plus" leading="compact">
                      {name}
                    </Text>
                    {differs && (
                      <Badge size="2xsmall" color="orange">
                        {say("lookup.different")}
                      </Badge>
                    )}
                  </span>
                </Table.Cell>
                <Table.Cell className="whitespace-normal break-all py-3">{said ?? "–"}</Table.Cell>
                <Table.Cell className="whitespace-normal break-all py-3">{kept ?? "–"}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Section>
  )
}

/** Where the store has it. Only a pay-in is asked about from here: a payout's page says what can be done. */
const LinkToRow = ({ local }: { local: Local }) => {
  const say = useTexts()
  return isPayout(local) ? (
    <>
      <PayoutStatusBadge status={local.status} />
      <PageLink to={payoutHref(local)}>{say("lookup.open")}</PageLink>
    </>
  ) : (
    <>
      <PageLink to={transactionHref(local)}>{say("lookup.open")}</PageLink>
      <SyncButton transaction={local} />
    </>
  )
}

/** Of a payout that was sent again under another reference: the service speaks of one that is over. */
function isEarlier(local: Local): boolean {
  return isPayout(local) && local.attempt.reference !== local.reference
}
