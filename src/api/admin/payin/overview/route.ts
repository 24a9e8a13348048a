import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { MoneyMoved, waitingForPeople } from "../../../../workflows/report/overview"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import type { AdminOverviewAnswer } from "../overview-types"
import { readQuery } from "../query-values"
import { timeZone } from "../time-zone"
import { walletOf } from "./wallet"

export const query = z.strictObject({ time_zone: timeZone })

/**
 * `GET /admin/payin/overview?time_zone` -> `{ accounts, waiting, series }`: what each account has and moved,
 * what waits for a person, and the last 30 days. Days are those of `time_zone`, an IANA name, UTC unless
 * told. A service that does not answer leaves `wallet` null and says why; the rest is there all the same.
 * Reads the last 30 days only, however many pay-ins there are. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readQuery(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { gateway } = servicesOf(req.scope)
  const { accounts } = gateway.options
  const [moved, waiting, wallets] = await Promise.all([
    MoneyMoved.of(req.scope, read.value.time_zone),
    waitingForPeople(req.scope),
    Promise.all(accounts.map((account) => walletOf(gateway, account))),
  ])
  res.json({
    accounts: accounts.map(({ id: account, currency }, index) => ({
      account,
      currency,
      ...wallets[index],
      in: moved.spans(account, currency, "in"),
      out: moved.spans(account, currency, "out"),
    })),
    waiting,
    series: moved.series(accounts.map(({ currency }) => currency)),
  } satisfies AdminOverviewAnswer)
}
