import type { HttpTypes } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"
import { useTexts } from "../text/use-texts"

/** A user of the admin by name, else by e-mail, else by id; a secret API key by its id; null is the system. */
export const Person = ({ id }: { id: string | null }) => {
  const say = useTexts()
  const { data } = useAnswer<HttpTypes.AdminUserListResponse>("/admin/users", {
    query: { id: [id], fields: "id,email,first_name,last_name", limit: 1 },
    enabled: id?.startsWith("user_") ?? false,
    fresh: 300_000,
  })
  if (id === null) {
    return <>{say("facts.system")}</>
  }
  const key = /^(?:key:)?(apk_.+)$/.exec(id)?.[1]
  if (key !== undefined) {
    return (
      <span title={key} className="inline-block max-w-52 truncate align-bottom">
        {say("facts.apiKey", { id: key })}
      </span>
    )
  }
  const user = data?.users[0]
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")
  return (
    <span title={id} className="min-w-0 break-words">
      {name || (user?.email ?? id)}
    </span>
  )
}
