import { definePolicies } from "@medusajs/framework/utils"
import { namedPolicies } from "../domain/operator/admin-policies"

/**
 * The policies that Medusa's roles can be given. Medusa reads this file at the start, and uses it
 * where its feature flag `rbac` is on.
 */
export default definePolicies(namedPolicies())
