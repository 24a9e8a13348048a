import { Text } from "@medusajs/ui"
import type { AdminApproval } from "../../api/admin/payin/payout-types"
import { isDecisionCode } from "../answer/problem-of"
import { useTexts } from "../text/use-texts"
import { Person } from "./person"

/** Who may be the second person, and why the person who looks at it may not. */
export const WhoMay = ({ approval }: { approval: AdminApproval }) => {
  const say = useTexts()
  const { you_may, code, approvers } = approval
  const why = isDecisionCode(code) ? say(`problem.code.${code}`) : code
  return (
    <Text size="small" className="text-ui-fg-subtle max-w-prose">
      {you_may ? say("ask.youMay") : why}{" "}
      {say(approvers === null ? "ask.anyOther" : "ask.onlyThey")}{" "}
      {approvers?.map((one, index) => (
        <span key={one}>
          {index > 0 && ", "}
          <Person id={one} />
        </span>
      ))}
    </Text>
  )
}
