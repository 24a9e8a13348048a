import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { type Format, formatFor } from "./format"
import { localeFor } from "./locale"

export function useFormat(): Format {
  const { i18n } = useTranslation("payin")
  return useMemo(() => formatFor(localeFor(i18n.language, navigator.languages)), [i18n.language])
}
