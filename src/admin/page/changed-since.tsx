import { Alert } from "@medusajs/ui"
import { useTexts } from "../text/use-texts"

/** What somebody agreed to, beside what it became meanwhile. */
export interface Seen {
  amount?: string
  to: string
}

interface ChangedSinceProps {
  before: Seen
  now: Seen
  /** Since a second person confirmed it, and not since the person who looks saw it. */
  confirmed?: boolean
  /** Said below, e.g. what changed of what is not shown. */
  more?: string | null
}

/** Shows what changed since a person saw, or confirmed, what they agreed to. */
export const ChangedSince = ({ before, now, confirmed = false, more }: ChangedSinceProps) => {
  const say = useTexts()
  return (
    <Alert variant={confirmed ? "info" : "warning"} className="mx-6 my-4">
      <p>{say(confirmed ? "ask.changedSinceConfirmed" : "problem.code.changed_since")}</p>
      <dl className="mt-2 grid grid-cols-2 gap-4">
        {[
          { name: say(confirmed ? "ask.confirmedBefore" : "ask.before"), ...before },
          { name: say("ask.now"), ...now },
        ].map(({ name, amount, to }) => (
          <div key={name} className="min-w-0 break-words">
            <dt className="txt-compact-small-plus">{name}</dt>
            {amount !== undefined && <dd>{amount}</dd>}
            <dd>{to}</dd>
          </div>
        ))}
      </dl>
      {more && <p className="mt-2">{more}</p>}
    </Alert>
  )
}
