import { encode } from "uqr"
import { html, raw, type Html } from "./html"

/** A QR code that a phone reads: one path, dark on white paper in both colour schemes. */
export function qrCode(text: string, label: string): Html {
  const { size, data } = encode(text, { ecc: "M", border: 2 })
  let path = ""
  data.forEach((line, y) => {
    line.forEach((dark, x) => {
      if (dark) path += `M${x} ${y}h1v1h-1z`
    })
  })
  return html`<span class="paper qr"
    ><svg
      viewBox="0 0 ${size} ${size}"
      role="img"
      aria-label="${label}"
      shape-rendering="crispEdges"
    >
      ${raw(`<path fill="#10201c" d="${path}"/>`)}
    </svg></span
  >`
}
