export { PayinEvent } from "./event"
