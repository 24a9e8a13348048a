/** Questions before something that matters. */
export const ask = {
  cancel: "Cancel",
}
