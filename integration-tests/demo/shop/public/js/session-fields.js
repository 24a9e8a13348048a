import { h } from "./dom.js"
import { hasText, t } from "./language.js"
import { bareName } from "./problem.js"

const KEYBOARD = {
  legal_doc: "numeric",
  phone_code: "numeric",
  phone_number: "tel",
  email: "email",
}
const COMPLETE = { phone_number: "tel-national", email: "email", full_name: "name" }

/**
 * Inputs for the fields that `session.data.fields` names: a list to choose from when it brings
 * options, else a text of at most `max` characters.
 */
export function sessionFields(fields, known = {}) {
  return fields.map(({ name, label, options, max }) => {
    const id = `asked-${name}`
    const shared = { id, name, required: true, "aria-describedby": `${id}-wrong` }
    const input = options
      ? h(
          "select",
          shared,
          h("option", { value: "" }, t("checkout.choose")),
          options.map((option) => h("option", { value: option }, option))
        )
      : h("input", {
          ...shared,
          maxlength: max ?? null,
          inputmode: KEYBOARD[name] ?? null,
          autocomplete: COMPLETE[name] ?? "off",
        })
    input.value = known[name] ?? ""
    return h(
      "div",
      { class: "field" },
      h("label", { for: id }, hasText(`field.${name}`) ? t(`field.${name}`) : label),
      input,
      h("p", { class: "wrong", id: `${id}-wrong`, role: "alert", hidden: true })
    )
  })
}

/** What stands in those inputs, shaped as the session takes it. */
export function readFields(root) {
  const values = Object.fromEntries(
    [...root.querySelectorAll("input, select")].map(({ name, value }) => [name, value.trim()])
  )
  const { payment_method, ...customer_data } = values
  return { ...(payment_method && { payment_method }), customer_data }
}

/** Shows the refusal beside its input. Returns false when no input on the page asks for it. */
export function markWrong(form, error) {
  const name = error.field && bareName(error.field)
  const named = (id) => [...form.elements].find((element) => element.id === id)
  const input = name && (named(`asked-${name}`) ?? named(`field-${name}`))
  if (!input) return false
  const line = document.getElementById(`${input.id}-wrong`)
  line.textContent = t(`wrong.${name}`, {}, error.message)
  line.hidden = false
  input.setAttribute("aria-invalid", "true")
  input.focus()
  return true
}

export function clearWrong(form) {
  for (const line of form.querySelectorAll(".wrong")) line.hidden = true
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid")
}
