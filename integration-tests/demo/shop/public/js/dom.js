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

export const $ = (selector, root = document) => root.querySelector(selector)
