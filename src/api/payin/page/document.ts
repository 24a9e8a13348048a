import type { Language } from "../../../domain/text/language"
import { html, type Html } from "./html"
import { STYLE_TAG } from "./style"

/** A complete HTML document that loads nothing and needs no script. To be sent with `pageHeaders`. */
export function page(language: Language, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.text
}
