import { getI18n } from "react-i18next"
import type { TextKey } from "./key"

/** What a page exports as `handle`, so that it stands in the trail above it. */
export function crumb(key: TextKey): { breadcrumb: () => string } {
  return { breadcrumb: () => getI18n().t(key, { ns: "payin" }) }
}
