export const rules = {
  title: "Reglas",
  subtitle: "Lo que reciben los beneficiarios de lo que sale de una bodega.",
  searchHint: "Id de una regla, un beneficiario o una bodega",
  empty: "Todavía no hay reglas",
  emptyHint:
    "Una regla paga sola a un vendedor cuando un paquete se prepara, se envía o se entrega.",
  percent: "Porcentaje",
  percentHint: "De los artículos con descuentos y sin envío; más de 0 y máximo 100.",
  trigger: "Cuándo",
  base: "Sobre",
  withTax: "Montos con impuesto",
  withoutTax: "Montos sin impuesto",
  create: "Nueva regla",
  edit: "Editar la regla",
  confirm: "Confirmar la regla",
  confirmSure:
    "El beneficiario recibirá {{percent}} de lo que salga de la bodega, automáticamente.",
  remove: "Eliminar la regla",
  removeSure: "Esta regla no pagará nada más. Lo que ya pagó se conserva.",
  sure: "{{name}} recibirá {{percent}} de lo que salga de {{place}}, automáticamente.",
  needsBoth: "Una regla necesita un beneficiario y una bodega. Créalos primero.",
  on: {
    made: "Se prepara el paquete",
    sent: "Se envía el paquete",
    delivered: "Se entrega el paquete",
  },
}
