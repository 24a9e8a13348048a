export function leftOut(what: string, why: string): { failed: string[]; leftOut: string[] }
