export const problem = {
  offline: "No se pudo llegar al servidor",
  refused: "El servidor rechazó esta solicitud",
  forbidden: "No tienes permiso para ver o hacer esto",
  not_found: "Esto no existe",
  conflict: "Esto no se puede hacer ahora",
  service: "El servicio de pagos no respondió",
  server: "Algo falló en el servidor",
  again: "Intentar de nuevo",
  offlineHint: "Revisa tu conexión e inténtalo de nuevo.",
  serverHint: "Inténtalo de nuevo. Si sigue igual, el registro del servidor dice más.",
}
