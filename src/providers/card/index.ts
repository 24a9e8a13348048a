import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { CardProviderService } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [CardProviderService] })
