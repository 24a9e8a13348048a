export const ask = {
  cancel: "Cancelar",
}
