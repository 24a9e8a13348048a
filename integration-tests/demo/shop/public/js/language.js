import { en } from "./texts-en.js"
import { es } from "./texts-es.js"

const TEXTS = { es, en }
const KEY = "cordillera.language"
const listeners = []

let language = localStorage.getItem(KEY) === "en" ? "en" : "es"

export const currentLanguage = () => language

/** The text of a key, with `{name}` filled in; `fallback` (or the key) when there is none. */
export function t(key, values = {}, fallback = key) {
  const text = TEXTS[language][key] ?? fallback
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "")
}

export const hasText = (key) => key in TEXTS[language]

/** Fills every element marked `data-t` (text) or `data-t-label` (accessible name) under `root`. */
export function translate(root = document) {
  document.documentElement.lang = language
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.dataset.t)
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel))
  }
  document.title = `${t(document.body.dataset.title)} · Cordillera`
}

/** Runs now and after every change of language. */
export function onLanguage(render) {
  listeners.push(render)
  render()
}

export function setLanguage(next) {
  language = next
  localStorage.setItem(KEY, next)
  translate()
  for (const listener of listeners) listener()
}
