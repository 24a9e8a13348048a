export function specsOf(folder: string): string[]

export function specsNobodyRan(ranFiles: string[]): string[]
