import type { PayInStore } from "../../src/storefront/client"

export interface Asked {
  path: string
  method: string
  body?: unknown
}

/** A Medusa that answers by these rules, the first that fits, and what it was asked. */
export function storeOf(
  rules: [path: string | RegExp, answer: object | ((asked: Asked) => object)][]
) {
  const asked: Asked[] = []
  const send: NonNullable<PayInStore["send"]> = async (path, { method, body }) => {
    const one = { path, method, ...(body !== undefined && { body: JSON.parse(body) }) }
    asked.push(one)
    const rule = rules.find(([wanted]) =>
      typeof wanted === "string" ? path === wanted : wanted.test(path)
    )
    if (rule === undefined) throw new Error(`Nothing answers ${path}`)
    const answer = typeof rule[1] === "function" ? rule[1](one) : rule[1]
    return answer instanceof Refusal
      ? { status: answer.status, body: JSON.stringify(answer.body) }
      : { status: 200, body: JSON.stringify(answer) }
  }
  const store: PayInStore = { baseUrl: "http://medusa.example", publishableKey: "pk_1", send }
  return { store, asked }
}

/** An answer that is no success. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly body: object
  ) {}
}
