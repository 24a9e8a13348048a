import { html, raw, type Html } from "./html"

/** Interleaved 2 of 5: each digit as five bars or gaps, two of them wide. A till could read it. */
const WIDE = [
  "00110",
  "10001",
  "01001",
  "11000",
  "00101",
  "10100",
  "01100",
  "00011",
  "10010",
  "01010",
]

/** `digits` in an even number: the code takes them in pairs. */
export function barcode(digits: string, label: string): Html {
  let x = 10
  let bars = ""
  const draw = (width: number, ink: boolean): void => {
    if (ink) bars += `M${x} 0h${width}v60h-${width}z`
    x += width
  }
  for (const ink of [true, false, true, false]) draw(1, ink)
  for (let index = 0; index < digits.length; index += 2) {
    const bar = WIDE[Number(digits[index])]
    const gap = WIDE[Number(digits[index + 1])]
    for (let part = 0; part < 5; part++) {
      draw(bar[part] === "1" ? 3 : 1, true)
      draw(gap[part] === "1" ? 3 : 1, false)
    }
  }
  draw(3, true)
  draw(1, false)
  draw(1, true)
  return html`<span class="paper barcode"
    ><svg
      viewBox="0 0 ${x + 10} 60"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}"
      shape-rendering="crispEdges"
    >
      ${raw(`<path fill="#10201c" d="${bars}"/>`)}
    </svg></span
  >`
}
