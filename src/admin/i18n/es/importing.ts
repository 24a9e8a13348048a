export const importing = {
  open: "Desde un archivo",
  title: "Giros desde un archivo",
  subtitle: "Todas las filas o ninguna. Nada se crea antes de que veas en qué queda cada fila.",
  file: "Archivo CSV",
  columns:
    "Columnas amount, currency_code, full_name, legal_doc_type, legal_doc, phone_number, email, bank, account_number, account_type; si quieres payment_method, phone_code, note. Máximo 1.000 filas.",
  check: "Revisar el archivo",
  take: "Crear estos giros",
  row: "Fila {{number}}",
  wrong_one: "Hay {{count}} error: corrige el archivo y elígelo de nuevo.",
  wrong_other: "Hay {{count}} errores: corrige el archivo y elígelo de nuevo.",
  would_one: "{{count}} giro, {{amount}}",
  would_other: "{{count}} giros, {{amount}} en total",
  sure_one: "Se creará {{count}} giro de {{amount}} desde la cuenta {{account}}.",
  sure_other: "Se crearán {{count}} giros por {{amount}} en total desde la cuenta {{account}}.",
  progress: "{{done}} de {{all}} terminaron o esperan a una persona.",
  through: "Los {{all}} terminaron o esperan a una persona.",
}
