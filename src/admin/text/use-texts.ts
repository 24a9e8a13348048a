import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { TextKey } from "./key"

export type TextValues = Record<string, string | number>
/** Says a text; `count` in the values chooses between `key_one` and `key_other`. */
export type Say = (key: TextKey, values?: TextValues) => string

/** The texts of the plugin in the user's language. */
export function useTexts(): Say {
  const { t } = useTranslation("payin")
  return useCallback((key, values) => t(key, values ?? {}), [t])
}
