import { MedusaService } from "@medusajs/framework/utils"
import { PayinCard, PayinCardTransaction, PayinCycle, PayinSubscription } from "./models"

/**
 * Cards and what renews with them. Amounts in major units, days in the store's time zone. Each property is
 * one noun; the generated methods serve lists and `query.graph` only.
 */
export class PayInSubscriptionsService extends MedusaService({
  PayinCard,
  PayinCardTransaction,
  PayinCycle,
  PayinSubscription,
}) {}
