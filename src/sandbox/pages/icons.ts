import { html, raw, type Html } from "./html"

/** Line drawings on a 24 x 24 field, in the colour of the text around them. */
const PATHS = {
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5zM12 15v2",
  bank: "M3 10l9-6 9 6M4 10h16M6 10v8M10 10v8M14 10v8M18 10v8M3 20h18",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  ticket: "M4 5h16v4a3 3 0 0 0 0 6v4H4v-4a3 3 0 0 0 0-6zM14 5v2M14 11v2M14 17v2",
  coins: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 10v4M18 10v4",
  card: "M3 6h18v12H3zM3 10h18M7 15h4",
  key: "M14.5 4a5.5 5.5 0 1 1-3.6 9.7L5 19.5H3V17l6.3-6.3A5.5 5.5 0 0 1 14.5 4zM16.5 7.5h.01",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2",
  arrow: "M5 12h13M13 7l5 5-5 5",
  back: "M19 12H6M11 7l-5 5 5 5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  flask: "M10 3v6l-5 9a2 2 0 0 0 1.8 3h10.4a2 2 0 0 0 1.8-3l-5-9V3M8.5 3h7M7.5 15h9",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  grid: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  shield: "M12 3l7 3v5c0 4.5-2.9 8-7 10-4.1-2-7-5.5-7-10V6zM9 12l2.2 2.2L15 10.5",
  person:
    "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.8-4 3.700-5.500 7.500-5.500s6.700 1.500 7.500 5.500",
} as const

export type IconName = keyof typeof PATHS

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="${PATHS[name]}" />
  </svg>`
}

/** The house mark: a wave that passes through a gate. */
export const MARK = raw(
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M8 19c2.700 0 2.700-3 5.300-3s2.700 3 5.400 3 2.600-3 5.300-3M8 13.500c2.700 0 2.700-3 5.300-3s2.700 3 5.400 3 2.600-3 5.300-3"/></svg>`
)
