import { PlainError } from "../demo/steps/settings.mjs"

/** Tells the sandbox what to do: `GET /_sandbox` says what it can. */
export async function control({ sandbox }, path, body, method = "POST") {
  const answer = await fetch(`${sandbox}/_sandbox/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) {
    throw new PlainError(`The sandbox answered ${answer.status}: ${await answer.text()}`)
  }
}
