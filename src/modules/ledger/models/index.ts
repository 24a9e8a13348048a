export { PayinAnomaly } from "./anomaly"
export { PayinSession } from "./session"
export { PayinTransaction } from "./transaction"
export { PayinTurn } from "./turn"
