import { PageLink } from "../page/fact"
import { useTexts } from "../text/use-texts"

/** What an entry is about, by the beginning of its id. */
export const AuditSubject = ({ id }: { id: string }) => {
  const say = useTexts()
  if (id.startsWith("payout_")) {
    return <PageLink to={`/payin/payouts/${id}`}>{say("facts.payout")}</PageLink>
  }
  return (
    <span className="truncate" title={id}>
      {id.startsWith("paybnf_")
        ? say("audit.beneficiary")
        : id.startsWith("payrul_")
          ? say("audit.rule")
          : id}
    </span>
  )
}
