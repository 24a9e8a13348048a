export function fillTables(databaseUrl: string, rows: number): Promise<void>
export function fillPending(databaseUrl: string, count: number): Promise<void>

/** How the ids of the row with this number end. */
export function idEnd(number: number): string
