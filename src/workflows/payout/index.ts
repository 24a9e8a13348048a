export { releasePayouts } from "./release"
export { send } from "./send"
export { submitPayouts } from "./submit"
export { lookUpPayout, watchPayouts } from "./watch"
