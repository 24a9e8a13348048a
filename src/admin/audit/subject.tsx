import { PageLink } from "../page/fact"
import { useTexts } from "../text/use-texts"

/** What an entry is about, by the beginning of its id. */
export const AuditSubject = ({ id }: { id: string }) => {
  const say = useTexts()
  if (id.startsWith("payout_")) {
    return <PageLink to={`/payin/payouts/${id}`}>{say("facts.payout")}</PageLink>
  }
  if (id.startsWith("paybnf_")) {
    return <PageLink to={`/payin/beneficiaries/${id}`}>{say("audit.beneficiary")}</PageLink>
  }
  if (id.startsWith("payrul_")) {
    return <PageLink to={`/payin/rules?q=${id}`}>{say("audit.rule")}</PageLink>
  }
  if (id === "installation") {
    return <PageLink to="/payin/settings">{say("settings.installation.title")}</PageLink>
  }
  if (id.startsWith("payano_")) {
    return <PageLink to={`/payin/anomalies/${id}`}>{say("audit.anomaly")}</PageLink>
  }
  return (
    <span className="truncate" title={id}>
      {id}
    </span>
  )
}
