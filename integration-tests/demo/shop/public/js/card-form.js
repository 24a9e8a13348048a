import { currentLanguage } from "./language.js"
import { config } from "./store.js"

let script = null

/** The service's own script, loaded when the first card is typed. */
function loadScript() {
  script ??= new Promise((resolve, reject) => {
    const element = document.createElement("script")
    element.src = config.card_script
    element.onload = resolve
    element.onerror = () => {
      script = null
      element.remove()
      reject(new TypeError("The card form did not load"))
    }
    document.head.append(element)
  })
  return script
}

/**
 * The form of the service for a card, in a frame of the service's own: the number never reaches this page,
 * `card` is the token that it becomes, or null.
 */
export class CardForm {
  card = null
  #form = null
  #language = null

  /** Shows it in `host`, once; in another language it begins anew. */
  async show(host) {
    await loadScript()
    const language = currentLanguage()
    if (this.#language === language) return
    this.#form?.unmount()
    this.#language = language
    this.card = null
    this.#form = window.PayInCard.mount(host, {
      language,
      onToken: (card) => (this.card = card.token === null ? null : card),
    })
  }
}
