/** An element: `h("p", { class: "lead" }, "text", child)`. Null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? "" : String(value))
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false))
  return element
}

/** A line drawing of 24 × 24, named for nobody: the text beside it says it. */
export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path")
  line.setAttribute("d", path)
  svg.append(line)
  return svg
}

/** Draws anew and gives the focus back to the control with the same `data-key`. */
export function redraw(draw) {
  const { key } = document.activeElement?.dataset ?? {}
  draw()
  if (key) $(`[data-key="${key}"]`)?.focus()
}

export const $ = (selector, root = document) => root.querySelector(selector)
