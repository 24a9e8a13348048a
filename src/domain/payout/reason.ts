import type { Text } from "../text/language"

/** Why a payout waits; shown beside its state. */
export const PAYOUT_REASONS = [
  "payment_not_captured",
  "adoption_pending",
  "refund_young",
  "low_balance",
  "service_down",
  "credentials",
  "payouts_off",
  "installation_held",
  "no_account",
  "over_bound",
  "not_writable",
  "rejection_doubted",
  "payin_doubted",
  "account_paused",
  "key_not_found",
  "key_other_person",
  "key_over_limit",
  "key_unclear",
  "beneficiary_unconfirmed",
  "other_person",
  "key_holder",
  "not_paid_here",
  "rest",
  "by_form",
  "daily_limit",
  "awaiting_beneficiary",
  "form_sent",
  "not_known",
  "heard_of",
  "other_merchant",
  "never_received",
  "contradiction",
] as const
export type PayoutReason = (typeof PAYOUT_REASONS)[number]

/** Reasons that block a payout. */
export const BLOCKING_REASONS = [
  "never_received",
  "contradiction",
] as const satisfies PayoutReason[]
export type BlockingReason = (typeof BLOCKING_REASONS)[number]

/**
 * Blocked: whether nothing more of a payout is sent until the service itself reports that the
 * earlier attempt was rejected. The earlier reference may still be paid, and a second one would pay
 * twice.
 */
export function isBlocked(reason: PayoutReason | null): reason is BlockingReason {
  return BLOCKING_REASONS.some((one) => one === reason)
}

const UNENDING: readonly PayoutReason[] = [
  "no_account",
  "not_writable",
  "over_bound",
  "payin_doubted",
  "installation_held",
  "rejection_doubted",
  "key_not_found",
  "key_other_person",
  "key_over_limit",
  "key_unclear",
]

/** Whether a queued payout may wait for ever, so that a person needs a way out. */
export function mayNeverEnd(reason: PayoutReason | null): boolean {
  return reason !== null && UNENDING.includes(reason)
}

const TEXTS: Record<PayoutReason, Text> = {
  payment_not_captured: {
    es: "Espera a que el pago del pedido esté capturado, y a que haya entrado por el pedido al menos lo que reciben sus vendedores.",
    en: "Waits until the order's payment is captured, and until the order brought in at least what its sellers get.",
  },
  adoption_pending: {
    es: "El reembolso viene de una compra que falló: primero se intenta que el dinero pague el pedido.",
    en: "The refund comes from a purchase that failed. The plugin first tries to pay the order with the money.",
  },
  refund_young: {
    es: "El reembolso acaba de registrarse: Medusa aún puede retirarlo.",
    en: "The refund was just booked. Medusa may still undo it.",
  },
  low_balance: {
    es: "El saldo en el servicio no alcanza. Recárgalo; el giro sale solo.",
    en: "The balance at the service is too low. Top it up. The payout is then sent by itself.",
  },
  service_down: {
    es: "El servicio no responde. Se intenta de nuevo.",
    en: "The service does not answer. The payout is tried again.",
  },
  credentials: {
    es: "El servicio rechaza las credenciales de la cuenta: revisa las opciones.",
    en: "The service refuses the account's credentials: check the options.",
  },
  payouts_off: {
    es: "Los giros están apagados (opción payouts.enabled).",
    en: "Payouts are switched off (option payouts.enabled).",
  },
  installation_held: {
    es: "Esta instalación no es la que movía el dinero antes: puede ser una copia. No sale nada hasta que una persona tome el control en la configuración.",
    en: "This installation is not the one that moved money before: it may be a copy. Nothing leaves until a person takes over on the settings page.",
  },
  no_account: {
    es: "La cuenta ya no está en las opciones: ponla de nuevo, cancela el giro, o marca un reembolso como pagado por otro medio.",
    en: "The account is no longer in the options: put it back, cancel the payout, or mark a refund as paid by other means.",
  },
  over_bound: {
    es: "Con este giro se reembolsaría más de lo que corresponde. No sale. Si el cliente ya tiene su dinero, márcalo como pagado por otro medio; otros giros se pueden cancelar.",
    en: "With this payout more would be refunded than is due. It is not sent. If the shopper has the money already, mark it as paid by other means. Other payouts can be canceled.",
  },
  not_writable: {
    es: "El monto no se puede escribir con la opción decimals: corrígela. No sale.",
    en: "The amount cannot be written with the option decimals: correct it. It is not sent.",
  },
  rejection_doubted: {
    es: "El servicio no confirma que lo enviado antes fue rechazado. Se le pregunta de nuevo antes de enviar otra vez. Si nunca lo confirma, pregúntale a su soporte y registra lo que te diga, o márcalo como pagado por otro medio.",
    en: "The service does not confirm that the earlier attempt was rejected. It is asked again before the payout is sent again. If it never does, ask its support and record what it tells you, or mark the payout as paid by other means.",
  },
  payin_doubted: {
    es: "El servicio ya no confirma que el pago de donde sale este dinero esté aprobado. Si lo confirma, el giro sale solo. Si el banco del cliente ya le devolvió el dinero, márcalo como pagado por otro medio; otros giros se pueden cancelar.",
    en: "The service no longer confirms the payment that this money comes from. Once it does, the payout is sent by itself. If the shopper's bank gave the money back, mark it as paid by other means. Other payouts can be canceled.",
  },
  account_paused: {
    es: "El servicio informó otro monto de un giro de esta cuenta. Si ya se pagó así, los demás giros esperan hasta que alguien resuelva esa anomalía. Si el giro sigue en curso, esperan hasta que termine o el servicio informe el monto correcto.",
    en: "The service named another amount of a payout of this account. If it was paid so, the account's other payouts wait until a person resolves that anomaly. If it is still under way, they wait until it ends or the service names the right amount.",
  },
  key_not_found: {
    es: "El servicio no conoce una llave Bre-B activa con ese nombre. No sale nada. Corrige la llave o usa otro método; si nunca funciona con ninguna llave, revisa la opción paths.brebResolve con payin-doctor.",
    en: "The service knows no active Bre-B key of this name. Nothing is sent. Correct the key or use another method. If no key ever works, check the option paths.brebResolve with payin-doctor.",
  },
  key_other_person: {
    es: "La llave Bre-B es de una persona con otro documento que el del destino. No sale nada. Corrige el destino, o cancela el giro.",
    en: "The Bre-B key belongs to a person with another document than the destination's. Nothing is sent. Correct the destination, or cancel the payout.",
  },
  key_over_limit: {
    es: "Bre-B no mueve tanto dinero de una vez (máximo 11.552.000 COP). No sale. Usa otro método.",
    en: "Bre-B does not move so much money at once (at most 11,552,000 COP). It is not sent. Use another method.",
  },
  key_unclear: {
    es: "El servicio no confirma con claridad que la llave Bre-B sea de quien está escrito, o de quien fue aprobado. No sale nada mientras tanto. Se le pregunta de nuevo; si no contesta, usa otro método.",
    en: "The service does not confirm clearly that the Bre-B key is of whoever is written, or was approved. Nothing is sent meanwhile. It is asked again. If it does not answer, use another method.",
  },
  key_holder: {
    es: "La llave Bre-B está a nombre de otra persona que la escrita, o su documento, oculto en parte, tiene otra cantidad de caracteres. Compara el titular que aparece junto al destino: otra persona debe aprobar el giro.",
    en: "The Bre-B key is under another name than the one written, or its masked document has another length. Compare the holder beside the destination: a second person has to approve the payout.",
  },
  beneficiary_unconfirmed: {
    es: "Otra persona debe confirmar quién es este beneficiario y a dónde va su dinero, o el porcentaje de su regla. También puede aprobar únicamente este giro.",
    en: "Another person has to confirm who this beneficiary is and where its money goes, or the percent of its rule. They can also approve only this payout.",
  },
  other_person: {
    es: "El reembolso va a un documento distinto del de quien pagó, o que escribió un operador: alguien más debe aprobarlo.",
    en: "The refund goes to another document than the payer's, or to one that an operator typed: a second person has to approve it.",
  },
  not_paid_here: {
    es: "Ningún proveedor de pagos recibió todo lo que paga este giro: el pedido se marcó como pagado a mano, se perdonó lo que debía, o ya salió otro giro por mercancía que se volvió a empacar o que regresó. Otra persona debe aprobar el giro.",
    en: "No payment provider received all that this payout pays: the order was marked as paid by hand, its debt was forgiven, or another payout left for goods that were packed again or came back. A second person has to approve the payout.",
  },
  rest: {
    es: "El servicio pagó menos de lo ordenado en otro giro, y este es el resto: otra persona debe aprobarlo siempre.",
    en: "The service paid less of another payout than was ordered, and this is the rest: a second person always has to approve it.",
  },
  by_form: {
    es: "Quien recibe escribe su cuenta en un formulario del servicio, y nadie de la tienda la ve: otra persona debe aprobarlo siempre. Si ya hay un formulario y ahora se paga a una cuenta, aún podrían llenarlo: apruébalo solo si el servicio dice que ya no vale.",
    en: "The recipient enters the account in a form of the service, and nobody of the store sees it: a second person always has to approve it. If there is a form already and a bank account is paid now, the form can still be filled in: approve only if the service says that it is no longer valid.",
  },
  awaiting_beneficiary: {
    es: "El servicio hizo un formulario para quien recibe. El dinero sale cuando lo llene. Entrégale el enlace a esa persona y a nadie más: quien lo tenga dice a dónde va el dinero.",
    en: "The service made a form for the recipient. The money leaves once they fill it in. Hand the link to that person and to nobody else: whoever has it says where the money goes.",
  },
  form_sent: {
    es: "Ya se pidió un formulario, y nunca se pide otro, porque podrían llenarse los dos. Pregúntale al soporte del servicio por la referencia, y registra lo que te diga.",
    en: "A form was asked for, and another one never is, because both could be filled in. Ask the service's support about the reference, and record what it tells you.",
  },
  daily_limit: {
    es: "Con este giro saldría en el día más de lo que la tienda permite sin una segunda persona.",
    en: "With this payout more would leave in the day than the store allows without a second person.",
  },
  not_known: {
    es: "El servicio dice que no lo conoce. Reenvíalo con la misma referencia.",
    en: "The service says that it does not know this payout. Resend it under the same reference.",
  },
  heard_of: {
    es: "El servicio envió una notificación sobre este giro y, cuando se le pregunta, dice que no lo conoce. No se reenvía. Pregúntale a su soporte por la referencia, y registra lo que te diga.",
    en: "The service sent a notification about this payout, and says that it does not know it when it is asked. It is not sent again. Ask its support about the reference, and record what it tells you.",
  },
  other_merchant: {
    es: "Se envió con las credenciales de otro comercio, y el comercio de ahora no puede conocerlo. Pregúntale al soporte del servicio por la referencia, y registra lo que te diga.",
    en: "It was sent with the credentials of another merchant, and the present one cannot know it. Ask the service's support about the reference, and record what it tells you.",
  },
  never_received: {
    es: "El servicio rechazó el reenvío y no lo conoce, pero aún podría aparecer. Pregúntale; si no llegó, págalo por otro medio.",
    en: "The service refused the resend and does not know this payout, but it may still be paid. Ask the service. If it did not arrive, pay it by other means.",
  },
  contradiction: {
    es: "El servicio contradice lo que dijo antes, o lo que una persona registró: no es seguro si esto se pagó. No se envía nada más. Pregúntale.",
    en: "The service contradicts what it said before, or what a person recorded: it is not certain whether this was paid. Nothing more is sent. Ask the service.",
  },
}

export function payoutReasonText(reason: PayoutReason): Text {
  return TEXTS[reason]
}
