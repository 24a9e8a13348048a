/**
 * The user's own variant of the language the admin is set to (`es-CO` for `es`): it decides how numbers
 * and dates are written. `language` is Medusa's name, e.g. `en`, `es`, `ptBR`.
 *
 * @param preferred languages of the browser, the liked most first
 */
export function localeFor(language: string, preferred: readonly string[]): string {
  const [base] = language.split(/(?=[A-Z])|-/)
  return preferred.find((one) => one.split("-")[0] === base) ?? base
}
