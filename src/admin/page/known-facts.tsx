import { formatMoney } from "../format/money"
import { useFormat } from "../format/use-format"
import { useTexts } from "../text/use-texts"
import { Copyable, Fact, Facts, PageLink } from "./fact"
import { factName } from "./fact-names"
import { moneyIn } from "./money-in"

interface KnownFactsProps {
  facts: Record<string, unknown>
}

/** What the server wrote down about something, whatever it is. */
export const KnownFacts = ({ facts }: KnownFactsProps) => {
  const say = useTexts()
  return (
    <Facts>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <Fact key={name} name={factName(name, say)}>
            <Value name={name} value={value} />
          </Fact>
        ))}
    </Facts>
  )
}

const COPIED = new Set(["reference", "ticket"])

const Value = ({ name, value }: { name: string; value: unknown }) => {
  const format = useFormat()
  const money = moneyIn(value)
  if (money !== null) {
    return <>{formatMoney(format.locale, money.amount, money.currency)}</>
  }
  if (name === "order" && isOrder(value)) {
    const { id, display_id } = value
    return <PageLink to={`/orders/${id}`}>{display_id === null ? id : `#${display_id}`}</PageLink>
  }
  if (typeof value === "string" && COPIED.has(name)) {
    return <Copyable text={value} />
  }
  return <span className="break-all">{textOf(value)}</span>
}

function isOrder(value: unknown): value is { id: string; display_id: number | null } {
  return (
    typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"
  )
}

/** A value of any kind as one short text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
