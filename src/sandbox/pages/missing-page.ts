import { html } from "./html"
import { icon } from "./icons"
import { speaker, type Language } from "./language"
import { frame } from "./layout"

/** No transaction has this address: a mistyped link, or the sandbox was started anew. */
export function missingPage(language: Language): string {
  const say = speaker(language)
  const title = say("Esta página no existe", "This page does not exist")
  return frame({
    language,
    title,
    brand: { name: "PayIn sandbox", line: say("Servicio de prueba", "Test service"), href: "/" },
    body: html`<section class="panel">
      <div class="stack-wide result">
        <span class="seal wait">${icon("ticket")}</span>
        <div class="stack">
          <h1>${title}</h1>
          <p class="muted">
            ${say("El enlace puede ser de una ejecución anterior: el sandbox guarda todo en memoria.", "The link may be from an earlier run: the sandbox keeps everything in memory.")}
          </p>
        </div>
        <a class="button" href="/"
          >${say("Ver transacciones recientes", "See recent transactions")}</a
        >
      </div>
    </section>`,
    footer: html``,
  })
}
