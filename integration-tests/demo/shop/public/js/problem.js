import { $, h } from "./dom.js"
import { t } from "./language.js"
import { StoreError } from "./store-api.js"

/** What went wrong, in the shopper's words, with a way to try again. Null takes the notice away. */
export function showProblem(error, retry) {
  const box = $("#problem")
  box.replaceChildren()
  box.hidden = error === null
  if (error === null) return
  box.append(h("p", {}, explain(error)))
  if (retry) {
    const again = h("button", { type: "button", class: "button quiet" }, t("error.retry"))
    again.addEventListener("click", () => {
      showProblem(null)
      retry()
    })
    box.append(again)
  }
  box.scrollIntoView({ block: "nearest" })
}

function explain(error) {
  if (!(error instanceof StoreError)) {
    return error instanceof TypeError
      ? t("error.offline")
      : t("error.other", { message: error.message })
  }
  if (error.status >= 500) return t("error.service")
  const wrong = error.field && t(`wrong.${bareName(error.field)}`, {}, error.message)
  return wrong || t("error.other", { message: error.message })
}

/** "customer_data.legal_doc" is asked for by an input named "legal_doc". */
export const bareName = (field) => field.split(".").at(-1)
