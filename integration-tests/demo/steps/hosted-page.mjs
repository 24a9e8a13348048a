/**
 * Does on the hosted page what a shopper does with the mouse: chooses a bank, agrees. It reads the
 * forms of the page that comes and sends them as a browser would; no back door is used.
 */
export async function payByBank(payment_url) {
  const start = await open(payment_url)
  const bank = start.match(/name="bank"\s+value="([^"]+)"/)?.[1]
  if (!bank) throw new Error(`The payment page offers no bank: ${payment_url}`)
  const confirm = await submit(start, "continue", payment_url, { person_type: "NATURAL", bank })
  await submit(confirm, "pay", payment_url)
  return bank
}

async function open(url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`The payment page answered ${response.status}: ${url}`)
  return response.text()
}

/** Sends the form that holds the button marked with this action. */
async function submit(page, action, base, values = {}) {
  const form = page
    .match(/<form\b[^]*?<\/form>/g)
    ?.find((part) => part.includes(`data-action="${action}"`))
  const target = form?.match(/<form\b[^>]*\baction="([^"]+)"/)?.[1]
  if (!target) throw new Error(`The payment page has no button "${action}"`)
  return open(new URL(target, base), { method: "POST", body: new URLSearchParams(values) })
}
