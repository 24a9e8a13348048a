import type { MedusaResponse } from "@medusajs/framework/http"

/**
 * Runs `work` when Medusa answers a request. Not when the connection closes: a shopper who leaves
 * or reloads closes it while Medusa still works.
 */
export function onResponseEnd(res: MedusaResponse, work: () => void): void {
  const end = res.end.bind(res)
  const workAndEnd = (...sent: unknown[]): unknown => {
    work()
    const ended: unknown = Reflect.apply(end, undefined, sent)
    return ended
  }
  Object.defineProperty(res, "end", { value: workAndEnd, configurable: true, writable: true })
}
