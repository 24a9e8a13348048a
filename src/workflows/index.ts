export { applyPayIn, fetchPayInStatus, settlePayIn } from "./settle"
