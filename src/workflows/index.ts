export { applyPayIn, observePayIn, settlePayIn } from "./settle"
