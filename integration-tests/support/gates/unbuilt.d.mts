export function unbuilt(sources: readonly string[], packed: readonly string[]): string[]
