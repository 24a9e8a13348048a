import { useCallback } from "react"
import { faultText, fieldName } from "../answer/fault"
import { problemOf, type Sentence } from "../answer/problem-of"
import { useTranslated } from "../text/use-translated"
import { useTexts } from "../text/use-texts"

/** What went wrong, in the user's language as far as there are words for it. */
export function useProblem(): (error: unknown) => { title: string; sentence: string | null } {
  const say = useTexts()
  const said = useTranslated()
  return useCallback(
    (error) => {
      const words = (sentence: Sentence) => {
        if ("service" in sentence) {
          return [say(sentence.service), sentence.undone && say("service.nothingDone")]
            .filter(Boolean)
            .join(" ")
        }
        if ("hint" in sentence) return say(sentence.hint)
        if ("refused" in sentence) return say(`problem.code.${sentence.refused}`, sentence.values)
        if ("asks" in sentence) {
          const fields = sentence.asks.map((name) => fieldName(say, name)).join(", ")
          return say("problem.asks", { fields })
        }
        if ("fault" in sentence) return faultText(say, sentence.fault)
        return "both" in sentence ? said(sentence.both) : sentence.said
      }
      const { title, sentence } = problemOf(error)
      return { title: say(title), sentence: sentence && words(sentence) }
    },
    [say, said]
  )
}
