export function specsOf(folder: string): string[]

export function specsOfKind(kind: "unit" | "sandbox" | "modules"): string[]

export function specsNobodyRan(ranFiles: string[]): string[]
