import express, { Router } from "express"
import type { Context } from "../../context"
import { readCardForm } from "../../pages/card-page"
import { fieldsOf } from "../../pages/fields"
import { languageOf, speaker } from "../../pages/language"
import { findCard } from "../test-cards"
import { formPage } from "./form-page"
import { SDK } from "./sdk"

const POLICY = "default-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'"

/** What a shop's page needs to turn a test card into a token: script, form, and their one call. */
export function browserRouter(context: Context): Router {
  const router = Router()
  router.use((_request, response, next) => {
    response.set({ "x-content-type-options": "nosniff", "cache-control": "no-store" })
    next()
  })
  router.get("/sdk.js", (_request, response) => {
    response.type("text/javascript").send(SDK)
  })
  router.get("/form", (request, response) => {
    // Any page may frame it: which shop that is, the sandbox cannot know.
    response.set("content-security-policy", POLICY)
    const origin = originOf(request.query.origin)
    response.send(formPage(languageOf(request, response), origin))
  })
  // As JSON only, so that no page of another origin can post one unasked.
  router.post("/tokens", express.json({ limit: "16kb" }), (request, response) => {
    const say = speaker(languageOf(request, response))
    const fields = fieldsOf(request.body)
    const form = readCardForm(fields, say, context.clock.now(), findCard)
    if ("errors" in form) {
      response.status(422).json({ errors: form.errors })
      return
    }
    const { card } = form
    const code = (fields.code ?? "").replace(/\s/g, "")
    if (card.challenge && code === "") {
      response.json({ challenge: true })
    } else if (card.challenge && !/^\d{6}$/.test(code)) {
      const text = say("El código tiene seis dígitos.", "The code has six digits.")
      response.status(422).json({ errors: { code: text } })
    } else {
      const { brand, last_four } = card
      response.json({ token: context.cards.tokens.issue(card), brand, last_four })
    }
  })
  return router
}

/** The token goes to this origin alone. */
function originOf(given: unknown): string | null {
  if (typeof given !== "string" || !URL.canParse(given)) return null
  const { protocol, origin } = new URL(given)
  return /^https?:$/.test(protocol) ? origin : null
}
