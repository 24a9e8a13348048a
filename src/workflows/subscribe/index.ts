export { endSubscription, endWithOrder } from "./end"
export { forgetCards } from "./forget-cards"
export { subscribe } from "./start"
export { sweepSubscribers } from "./sweep"
