const tty = process.stdout.isTTY === true
const colour = (code) => (text) =>
  tty && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text

export const bold = colour("1")
export const dim = colour("2")
export const green = colour("32")
export const red = colour("31")
export const cyan = colour("36")

const WIDTH = 66
let hushed = false

/** From now on steps print nothing: the person has asked to stop. */
export function hush() {
  hushed = true
}

export function say(text = "") {
  console.log(text)
}

export function headline(text) {
  say()
  say(`  ${bold(text)}`)
}

/**
 * Runs one step and prints one line for it, with its time. While it runs a terminal shows what is
 * going on; a log only gets the finished line. `work` returns what to print after the name, or
 * `{ note, ...anything }`; the step returns that object.
 */
export async function step(name, work) {
  const since = performance.now()
  if (tty) process.stdout.write(`  ${dim("·")} ${dim(`${name} …`)}`)
  try {
    const outcome = await work()
    const { note } = typeof outcome === "string" ? { note: outcome } : (outcome ?? {})
    finish(green("✓"), note ? `${name}  ${dim(note)}` : name, textWidth(name, note), since)
    return outcome
  } catch (error) {
    finish(red("✗"), name, textWidth(name), since)
    throw error
  }
}

const textWidth = (name, note) => name.length + (note ? note.length + 2 : 0)

function finish(mark, text, width, since) {
  if (hushed) return
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const gap = " ".repeat(Math.max(2, WIDTH - width))
  say(`${tty ? "\r\u001b[2K" : ""}  ${mark} ${text}${gap}${dim(`${seconds} s`)}`)
}

/** Aligned `name  value` lines. */
export function facts(rows) {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) say(`    ${name.padEnd(width)}   ${value}`)
}
