import { useCallback } from "react"
import { isOneOf } from "../answer/fault"
import { en } from "../i18n/en/texts"
import { useTexts } from "../text/use-texts"

/** What people call a way to pay; one of the store's own keeps its name. */
export function useMethodName(): (method: string) => string {
  const say = useTexts()
  return useCallback(
    (method) => (isOneOf(en.method, method) ? say(`method.${method}`) : method),
    [say]
  )
}

export const MethodName = ({ method }: { method: string }) => <>{useMethodName()(method)}</>
