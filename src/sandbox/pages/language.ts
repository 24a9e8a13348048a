import type { Request, Response } from "express"

export type Language = "es" | "en"

/** Says a text in the page's language. */
export type Say = (es: string, en: string) => string

export function speaker(language: Language): Say {
  return (es, en) => (language === "es" ? es : en)
}

const COOKIE = "payin_sandbox_language"

/** The switch (`?lang=`), then what it chose before, then the browser, then Spanish. */
export function languageOf(request: Request, response: Response): Language {
  const asked = request.query.lang
  if (asked === "es" || asked === "en") {
    response.cookie(COOKIE, asked, { sameSite: "lax", httpOnly: true })
    return asked
  }
  const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=(es|en)(?:;|$)`).exec(
    request.headers.cookie ?? ""
  )
  if (cookie) return cookie[1] === "en" ? "en" : "es"
  return request.acceptsLanguages("es", "en") === "en" ? "en" : "es"
}
