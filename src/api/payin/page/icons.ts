import type { MethodIcon } from "../../../domain/method/icon"
import { METHOD_PATHS } from "../icons/drawings"
import { raw, type Html } from "./html"

/** Line drawings on a 24 x 24 field, in the colour of the text around them. */
const ICONS = {
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5zM12 15v2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700",
  alert: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v5M12 16h.01",
} as const

export type IconName = keyof typeof ICONS

export function icon(name: IconName): Html {
  return drawn(ICONS[name])
}

/** The drawing of a way to pay. */
export function methodDrawing(name: MethodIcon): Html {
  return drawn(METHOD_PATHS[name])
}

function drawn(path: string): Html {
  return raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`)
}
