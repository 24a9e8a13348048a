import type { MethodIcon } from "../../../domain/method/icon"

/** Lines on a square of 24. */
export const METHOD_PATHS: Record<MethodIcon, string> = {
  bank: "M4 10l8-5 8 5v2H4zM6 12v6M10 12v6M14 12v6M18 12v6M4 20h16",
  card: "M3 6h18v12H3zM3 10h18M6 15h4",
  cash: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12h.01M18 12h.01",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z",
  instant: "M13 3L5 14h6l-1 7 9-12h-6z",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  transfer: "M4 8h14l-4-4M20 16H6l4 4",
  voucher: "M5 4h14v16l-3-2-2 2-2-2-2 2-2-2-3 2zM8 9h8M8 13h5",
  wallet: "M4 7h14a2 2 0 0 1 2 2v9H6a2 2 0 0 1-2-2zM4 7l11-3v3M16 13.5h.01",
}

/** A grey that shows on a white page and on a dark one, because a picture knows no color of its page. */
const GREY = "#6b7280"

export function drawing(icon: MethodIcon): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="${GREY}" ` +
    `stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${METHOD_PATHS[icon]}"/></svg>`
  )
}
