export const health = {
  title: "Conexión",
  closed: "Conectado",
  half_open: "Intentando de nuevo",
  open: "Sin conexión",
  heard: "Última respuesta {{time}}",
  neverHeard: "Sin preguntar desde el inicio",
  problem: "Algo está mal configurado",
  unsettled_one: "{{count}} pago aún no está registrado",
  unsettled_other: "{{count}} pagos aún no están registrados",
  unsettledHint: "Se intentan de nuevo solos. Lo que quede será una anomalía.",
  regionOff: "En {{region}} falta activar un medio de pago",
  regionOffHint: "Activa {{provider}} en la configuración de la región.",
  lastError: "Último error de {{account}}, {{time}}",
  asked: "{{call}}: {{why}}",
  trouble: {
    installation_held:
      "Esta instalación no es la que movía el dinero antes. No sale ningún giro ni se renueva ninguna suscripción. En la configuración puedes tomar el control.",
    in_memory_locking:
      "{{count}} procesos de Medusa comparten esta base de datos mientras los bloqueos de Medusa viven en la memoria de uno solo: un carrito puede volverse dos pedidos. Detén todos menos uno, o dale al módulo de bloqueos un proveedor que compartan (medusa-plugin-payin/providers/locking-redis, @medusajs/medusa/locking-postgres).",
    locking_differs:
      "Los procesos de Medusa bloquean en lugares distintos ({{places}}): un carrito puede volverse dos pedidos. Dales a todos el mismo proveedor de bloqueos.",
    no_worker:
      "Ningún proceso de Medusa ejecuta las tareas programadas: las notificaciones perdidas no se recuperan. Inicia uno con MEDUSA_WORKER_MODE=worker o shared.",
    webhooks_refused_signature:
      "Se rechazaron notificaciones ({{source}}), {{count}} en total: su firma está mal o falta. Compara el secreto de las opciones (token de enlaces y giros, webhookSecret de tarjetas) con el del servicio. Cualquiera puede causar esto.",
    webhooks_refused_stale:
      "Se rechazaron notificaciones ({{source}}), {{count}} en total: su hora firmada está muy lejos de la actual. Compara el reloj del servidor con la hora real.",
    webhooks_refused_key:
      "Se rechazaron notificaciones ({{source}}), {{count}} en total: su dirección lleva otra clave. Alguien adivina o un proxy cambia las direcciones.",
    credentials_refused:
      "El servicio de pagos no acepta las credenciales de la cuenta {{account}} ({{operation}}, HTTP {{status}}). Compara username, password, token y merchantId en las opciones.",
    not_allowed:
      "El servicio de pagos no le permite esto a la cuenta {{account}} ({{operation}}, HTTP {{status}}). Compara las credenciales y pregunta a su soporte.",
    country_twice:
      "Varias cuentas son para {{country}} ({{accounts}}): allí los compradores ven los mismos medios más de una vez. Deja una en las opciones o desactiva los proveedores de las demás en las regiones.",
    localhost_address:
      "En producción una dirección lleva al propio servidor (opción {{options}}): ni los compradores ni el servicio de pagos llegan allí. Pon la dirección pública.",
    region_currency:
      "La región {{region}} usa {{currency}} y el proveedor {{provider}} solo recibe {{takes}}: nadie puede pagar con él allí. Desactívalo en la región.",
    payouts_off:
      "Los giros están apagados (opción payouts.enabled): no se envía ninguno, hay {{queued}} en cola.",
    account_gone:
      "Hay giros de la cuenta {{account}} en camino y ya no está en las opciones: ponla allí de nuevo hasta que terminen.",
    account_missing:
      "La cuenta {{account}} tiene pagos vigilados, {{count}} de ellos abiertos ({{waiting}}), y ya no está en las opciones: ponla allí de nuevo con su id anterior. Un pedido que espera uno de ellos se cancela a mano.",
    merchant_changed:
      "La cuenta {{account}} tiene pagos vigilados, {{count}} de ellos abiertos ({{waiting}}), y sus enlaces los hizo otro comercio que el de sus credenciales de ahora: pon de nuevo las credenciales anteriores hasta que terminen o da al comercio nuevo una cuenta propia. Un pedido que espera uno de ellos se cancela a mano.",
    refund_incomplete:
      "Medusa muestra como deuda lo que se reembolsó de estos pedidos ({{count}}: {{orders}}). Confirma o cancela lo que tienen sin terminar (edición, devolución, cambio, reclamo, traspaso): un minuto después se corrige solo.",
    order_kept:
      "Nadie paga ya estos pedidos y retienen su inventario ({{count}}: {{orders}}). Confirma o cancela lo que tienen sin terminar (edición, devolución, cambio, reclamo, traspaso): luego se cancelan solos.",
    direct_off:
      "El servicio responde {{method}} de la cuenta {{account}} con una página de pago ({{reference}}), y la opción direct de la cuenta lo incluye. Los compradores pagan en esa página. Pide a su soporte que lo active, o sácalo de la opción.",
    direct_differs:
      "El servicio responde {{method}} de la cuenta {{account}} de otra forma que la que dice la opción direct de la cuenta ({{came}}, {{reference}}). Los compradores pagan igual. Escribe el medio en la opción, o pregunta a su soporte.",
    nothing_to_pay_by:
      "El servicio acepta {{method}} de la cuenta {{account}} y no dice cómo se paga ({{reference}}). Ese pago se consulta. Pregunta a su soporte cómo paga el comprador, o apaga el medio (opción countries).",
    payment_not_found:
      "El servicio aceptó {{count}} pagos de la cuenta {{account}} y no los conoce al consultarlos ({{reference}}): el dinero de ellos no se ve. Pregunta a su soporte y compara las opciones payIn.version y paths.",
    subscription_not_started:
      "Estos pedidos se pagaron con tarjeta y no se pudo leer si empiezan una suscripción ({{count}}: {{orders}}). El registro dice por qué. Se intenta durante 7 días tras el pago; después cobra a mano lo que renuevan o cancélalos.",
    unit_suspected:
      "El servicio indica {{said}} {{currency}} donde se pidieron {{asked}} (cuenta {{account}}, {{reference}}): cuenta en otra unidad que la de las opciones. Corrige la opción ({{options}}) y reinicia.",
  },
}
