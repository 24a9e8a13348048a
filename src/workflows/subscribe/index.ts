export { endSubscription, endWithOrder } from "./end"
export { subscribe } from "./start"
export { sweepSubscribers } from "./sweep"
