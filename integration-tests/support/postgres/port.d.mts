export function isFreePort(port: number): Promise<boolean>
export function freePort(): Promise<number>
