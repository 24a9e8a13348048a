import { request } from "../client"
import type { Query } from "../answer/use-answer"

/** Downloads every row that matches, with the user's own login. */
export async function downloadCsv(path: string, query: Query, name: string): Promise<void> {
  const headers = { accept: "text/csv" }
  const answer = await request(path, { query: { ...query, format: "csv" }, headers })
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = `payin-${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
