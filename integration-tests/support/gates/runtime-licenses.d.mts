export interface RuntimePackage {
  name: string
  license: string
}
export function runtimeLicenses(lock: { packages: Record<string, object> }): RuntimePackage[]
export function refusedLicenses(list: RuntimePackage[]): RuntimePackage[]
