export const giving = {
  waysOut: "Qué se puede hacer",
  note: "Por qué",
  noteHint: "Para quien lo lea después. Máximo 500 caracteres.",
  proof: "Comprobante",
  proofHint:
    "Lo que muestra cómo se paga, por ejemplo el número de una transferencia o de un recibo.",
  outcome: "Lo que dice el soporte del servicio",
  outcomeReference: "Cuál referencia",
  outcomeReferenceHint: "Pregúntale al soporte por esta. Lo que diga de una no dice nada de otra.",
  paid: "Se pagó",
  notPaid: "No se pagó",
  reportedByOther: "Alguien registró que no se pagó: otra persona lo intenta de nuevo. Tú puedes.",
  reportedByYou:
    "Registraste que no se pagó: otra persona debe intentarlo de nuevo, y tú puedes aprobarlo.",
  close: "Cerrar",
  link: "Dirección para el comprador",
  linkUntil: "Sirve una vez. Quien la tenga puede decir a dónde va este dinero, hasta el {{time}}",
  formAction: "Mostrar el formulario",
  formMeans:
    "La dirección del formulario del servicio, solo para quien recibe. Allí escribe a dónde van {{amount}}. En la auditoría queda que la viste.",
  formMail: "Enviar el correo otra vez",
  formMailMeans:
    "Un correo de tu tienda da el formulario a {{to}}, que allí escribe a dónde van {{amount}}. Por encima del límite nadie de la tienda lee su dirección. Se le pide a tu tienda que envíe el correo otra vez, y en la auditoría queda que lo pediste.",
  formFor: "Dirección para quien recibe",
  formLink: "Siempre es la misma dirección. Quien la tenga dice a dónde va este dinero.",
  action: {
    approve: "Aprobar",
    destination: "Decir a dónde va",
    "destination-link": "Preguntar al comprador",
    resend: "Reenviar",
    retry: "Intentar de nuevo",
    conclude: "Registrar el resultado",
    "paid-elsewhere": "Pagado por otro medio",
    "pay-rest": "Pagar el resto",
    cancel: "Cancelar el giro",
  },
  means: {
    approve: "Aceptas que {{amount}} vaya a {{to}}. Quien lo creó o lo cambió no puede.",
    destination: "Dices a qué cuenta va {{amount}}. Aún no ha salido nada.",
    "destination-link":
      "Una dirección solo para el comprador, que dice allí a dónde va {{amount}}.",
    resend:
      "Se pregunta otra vez al servicio. Si no conoce este giro, se envía de nuevo con la misma referencia, así no se puede pagar dos veces.",
    retry: "Fue rechazado. {{amount}} se envía otra vez a {{to}}, con una referencia nueva.",
    conclude:
      "El soporte del servicio te dijo cómo terminó. Lo registras con lo que lo muestra. El giro se sigue vigilando.",
    "paid-elsewhere":
      "{{amount}} se paga de otra manera. Desde aquí ya no se envía nada. Dilo primero y paga después.",
    "pay-rest":
      "El servicio pagó {{amount}} menos de lo ordenado. Eso pasa a ser un giro propio para {{to}}, que otra persona debe aprobar.",
    cancel: "Aún no se ha enviado nada y nada se enviará.",
  },
  sure: {
    approve: "{{amount}} irá a {{to}}.",
    resend: "{{amount}} irá a {{to}}, si el servicio no lo conoce.",
    retry: "{{amount}} irá a {{to}}.",
    destination: "{{amount}} irá a {{to}}.",
    conclude: "Se registra lo que escribiste sobre {{amount}} para {{to}}, y el giro cuenta así.",
    "paid-elsewhere":
      "{{amount}} para {{to}} contará como pagado y nunca se enviará desde aquí. Si aún no lo has pagado, págalo ahora.",
    "pay-rest": "{{amount}} irá a {{to}} cuando otra persona lo apruebe.",
    cancel: "{{amount}} para {{to}} no se enviará.",
  },
  did: {
    approve: "Aprobado",
    destination: "El destino quedó guardado",
    resend: "Se preguntó al servicio",
    retry: "Se intenta de nuevo",
    conclude: "El resultado quedó registrado",
    "paid-elsewhere": "Cuenta como pagado",
    "pay-rest": "El resto quedó ordenado",
    cancel: "Cancelado",
  },
  now: "Está en: {{status}}.",
}
