import { completeCartWorkflow } from "@medusajs/medusa/core-flows"

/**
 * A store's hook at the very end of a completion, after the payment: it fails while a test says so.
 */
export const failingStore = { fails: false }

interface Ending {
  orderCreated(handler: () => void): void
}

/** There at run time, and not in the published types. */
function hasEnding(hooks: object): hooks is Ending {
  return "orderCreated" in hooks
}

const { hooks }: { hooks: object } = completeCartWorkflow
if (hasEnding(hooks)) {
  hooks.orderCreated(() => {
    if (failingStore.fails) {
      throw new Error("the store's warehouse did not answer")
    }
  })
}
