/** An answer of Medusa's store API that is not a success. `field` names the value that was wrong. */
export class StoreError extends Error {
  constructor(status, body) {
    super(body?.message ?? `HTTP ${status}`)
    this.name = "StoreError"
    this.status = status
    this.type = body?.type ?? null
    this.field = body?.field ?? null
  }
}

/**
 * Returns `api(method, path, body?)` for a Medusa backend; `language()` is what texts should be in. Rejects with a StoreError, or with the
 * TypeError of `fetch` when nobody answers.
 */
export function createStoreApi({ backend_url, publishable_key, language }) {
  return async function api(method, path, body) {
    const response = await fetch(backend_url + path, {
      method,
      headers: {
        "x-publishable-api-key": publishable_key,
        "accept-language": language(),
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    })
    const answer = await response.json().catch(() => null)
    if (!response.ok) throw new StoreError(response.status, answer)
    return answer
  }
}
