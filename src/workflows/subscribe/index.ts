export { endSubscription, endWithOrder } from "./end"
export { cancelUnneededCards } from "./cancel-unneeded-cards"
export { subscribe } from "./start"
export { sweepSubscribers } from "./sweep"
