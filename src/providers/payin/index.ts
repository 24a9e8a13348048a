import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PayInProviderService } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [PayInProviderService] })
