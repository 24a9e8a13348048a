export const ask = {
  cancel: "Cancelar",
  youMay: "Tú puedes.",
  anyOther: "Puede decidirlo quien no haya participado y ya fuera usuario cuando se creó.",
  onlyThey: "Solo pueden decidirlo las personas de la opción approvers:",
  before: "Cuando lo viste",
  now: "Ahora",
  changedSinceConfirmed: "Estaba confirmado y después se cambió.",
  confirmedBefore: "Confirmado antes",
}
