export const service = {
  nothingDone: "No se hizo nada.",
  credentials:
    "El servicio de pagos no acepta el usuario, la contraseña o el token: revísalos en las opciones.",
  forbidden: "El servicio de pagos no permite esto a este comercio: pregunta a su soporte.",
  notFound:
    "El servicio de pagos no conoce esta dirección o este comercio: revisa direcciones, rutas y merchantId en las opciones.",
  refused: "El servicio de pagos rechazó esto.",
  declined: "La tarjeta fue rechazada.",
  silent: "El servicio de pagos no respondió a tiempo.",
  unreachable: "No hubo conexión con el servicio de pagos, o se cortó.",
  busy: "Hay demasiadas llamadas al servicio de pagos en espera.",
  limited: "El servicio de pagos no acepta más llamadas por ahora.",
  resting: "El servicio de pagos no ha estado respondiendo y se le deja descansar un momento.",
  failing: "El servicio de pagos tuvo un error propio.",
  unclear:
    "La respuesta del servicio de pagos no se puede usar. Si sigue así, pregunta a su soporte.",
  stranger: "El servicio de pagos respondió sobre otra transacción: pregunta a su soporte.",
  otherAmount:
    "El servicio de pagos repitió otro monto u otra moneda que los pedidos: consulta a su soporte.",
  otherCurrency: "El servicio de pagos nombra otra moneda: ¿es el comercio correcto?",
  notTold: "El servicio de pagos no lo dijo.",
  call: {
    payIn: "Enlace de pago",
    payOut: "Giro",
    lookup: "Consulta",
    profile: "Perfil y saldo",
    card: "Tarjeta",
  },
}
