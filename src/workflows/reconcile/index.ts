export { reconcile } from "./reconcile"
