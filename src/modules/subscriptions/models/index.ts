export { PayinCard } from "./card"
export { PayinCardTransaction } from "./card-transaction"
export { PayinCycle } from "./cycle"
export { PayinSubscription } from "./subscription"
