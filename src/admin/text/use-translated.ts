import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { AdminAnomaly } from "../../api/admin/payin/anomaly-types"

type Text = AdminAnomaly["description"]

export type Said = (text: Text) => string

/** Texts that the server has in both languages, in the user's. */
export function useTranslated(): Said {
  const { i18n } = useTranslation("payin")
  const spanish = i18n.language.startsWith("es")
  return useCallback((text) => (spanish ? text.es : text.en), [spanish])
}
