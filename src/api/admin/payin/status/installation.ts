import type { InstallationStanding } from "../../../../domain/installation/installation"
import type { AdminInstallation } from "../status-types"

export function showInstallation({ since, ...standing }: InstallationStanding): AdminInstallation {
  return { ...standing, since: since && since.toISOString() }
}
