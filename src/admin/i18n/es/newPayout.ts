export const newPayout = {
  open: "Nuevo giro",
  title: "Enviar dinero",
  subtitle: "Por encima del límite de la tienda espera a que otra persona lo apruebe.",
  amountHint: "Sin separadores de miles, por ejemplo 50000 o 12.5.",
  somebodyNew: "Otro destino",
  note: "Para qué",
  submit: "Enviar",
  byForm: "{{name}}, que escribe su cuenta en un formulario",
  sure: "{{amount}} irá a {{to}}.",
  done: "El giro quedó creado",
}
