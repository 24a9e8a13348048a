import { Alert } from "@medusajs/ui"
import { useTexts } from "../text/use-texts"

/** What somebody agreed to, beside what it became meanwhile. */
export interface Seen {
  amount?: string
  to: string
}

/** Shows what changed since a person saw what they agreed to. */
export const ChangedSince = ({ before, now }: { before: Seen; now: Seen }) => {
  const say = useTexts()
  return (
    <Alert variant="warning" className="mx-6 my-4">
      <p>{say("problem.code.changed_since")}</p>
      <dl className="mt-2 grid grid-cols-2 gap-4">
        {[
          { name: say("ask.before"), ...before },
          { name: say("ask.now"), ...now },
        ].map(({ name, amount, to }) => (
          <div key={name} className="min-w-0 break-words">
            <dt className="txt-compact-small-plus">{name}</dt>
            {amount !== undefined && <dd>{amount}</dd>}
            <dd>{to}</dd>
          </div>
        ))}
      </dl>
    </Alert>
  )
}
