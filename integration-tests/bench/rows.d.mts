export function fillTables(databaseUrl: string, rows: number): Promise<void>
export function fillPending(databaseUrl: string, count: number): Promise<void>
