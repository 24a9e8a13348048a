import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useSearchParams } from "react-router-dom"
import type { AdminLookupAnswer } from "../../../../api/admin/payin/lookup-types"
import { isMissing } from "../../../answer/problem-of"
import { payin, useAnswer } from "../../../answer/use-answer"
import { LookupForm } from "../../../lookup/form"
import { LookupResult } from "../../../lookup/result"
import { LoadingRows } from "../../../page/loading"
import { Problem } from "../../../page/problem"
import { Section } from "../../../page/section"
import { crumb } from "../../../text/crumb"
import { useTexts } from "../../../text/use-texts"

const Lookup = () => {
  const say = useTexts()
  const [params, setParams] = useSearchParams()
  const name = params.get("q") ?? ""
  const account = params.get("account") ?? ""
  const { data, error, isFetching, refetch } = useAnswer<AdminLookupAnswer>(
    payin("lookup", name),
    // What the service says now is asked for by pressing the button, never by coming back.
    { query: account === "" ? {} : { account }, enabled: name !== "", fresh: 0 }
  )
  const ask = (asked: { name: string; account: string }) => {
    if (asked.name === name && asked.account === account) {
      void refetch()
      return
    }
    setParams({ q: asked.name, ...(asked.account !== "" && { account: asked.account }) })
  }
  return (
    <div className="flex flex-col gap-y-3">
      <Section level="h1" title={say("lookup.title")} subtitle={say("lookup.subtitle")}>
        <LookupForm asked={{ name, account }} busy={isFetching} onAsk={ask} />
        {isFetching && data === undefined && <LoadingRows rows={4} />}
        {error !== null && !isFetching && (
          <Problem
            error={error}
            again={() => void refetch()}
            title={isMissing(error) ? say("lookup.unknown") : undefined}
            className="m-6"
          />
        )}
      </Section>
      {data !== undefined && error === null && <LookupResult answer={data} />}
    </div>
  )
}

export const config = defineRouteConfig({ label: "menu.lookup", translationNs: "payin", rank: 7 })

export const handle = crumb("menu.lookup")

export default Lookup
