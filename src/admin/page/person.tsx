import type { HttpTypes } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"
import { useTexts } from "../text/use-texts"

/**
 * A user of the admin by name and e-mail, which tells two of the same name apart; a secret API key and a customer
 * by id; null is the system.
 */
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
  const [, key, customer] = /^(?:(?:key:)?(apk_.+)|customer:(.+))$/.exec(id) ?? []
  if (key !== undefined || customer !== undefined) {
    return (
      <span title={key ?? customer} className="inline-block max-w-52 truncate align-bottom">
        {key === undefined
          ? say("facts.customerAccount", { id: customer })
          : say("facts.apiKey", { id: key })}
      </span>
    )
  }
  const user = data?.users[0]
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")
  return (
    <span title={id} className="min-w-0 break-words">
      {user === undefined ? id : name === "" ? user.email : `${name} (${user.email})`}
    </span>
  )
}
