import { randomUUID } from "node:crypto"
import { z } from "zod"
import type { SeededRandom } from "./seeded-random"
import { read, told, type Answer } from "./http"
import type { Journal } from "./journal"
import { askAs } from "./signed-in"
import type { World } from "./world"

const madeAnswer = z.union([
  z.object({ refund_id: z.string() }).transform(({ refund_id }) => refund_id),
  z.object({ payout: z.object({ id: z.string() }) }).transform(({ payout }) => payout.id),
])

/** One press of a button, however often it was pressed. */
export interface Press {
  makes: "payout" | "refund" | "rest"
  key: string
  /** Ids that were answered. */
  ids: string[]
}

/** By whom a button is pressed: a person who is signed in, or with their secret API key. */
export interface By {
  person: string
  key?: string
  makes?: Press["makes"]
}

/** The buttons of the admin, as a person and a browser press them: twice, at once, too late. */
export class Desk {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly name: string,
    /** Of every new payout that anybody asked for. */
    private readonly presses: Press[]
  ) {}

  /** Once, twice at once, or again after the answer: always under one key. All answers. */
  async press(
    what: string,
    path: string,
    body: Record<string, unknown>,
    by: By
  ): Promise<Answer[]> {
    const idempotency = randomUUID()
    const send = () => this.send(path, body, by, idempotency)
    const times = this.random.weighted({ once: 6, twice: 3, again: 1 })
    const first = [send()]
    if (times === "twice") {
      first.push(send())
    }
    const answers = await Promise.all(first)
    if (times === "again" || answers.some(({ status }) => status === 0 || status === 409)) {
      answers.push(await send())
    }
    if (by.makes !== undefined) {
      const ids = answers.flatMap((answer) => read(madeAnswer, answer) ?? [])
      this.presses.push({ makes: by.makes, key: idempotency, ids })
    }
    const who = by.key === undefined ? by.person : `a key of ${by.person}`
    this.journal.note(this.name, `${who} ${what}: ${answers.map(told).join(" | ")}`)
    return answers
  }

  private send(
    path: string,
    body: Record<string, unknown>,
    { person, key }: By,
    idempotency: string
  ): Promise<Answer> {
    const headers = { "idempotency-key": idempotency }
    const url = `${this.world.any(this.random).url}${path}`
    return askAs(person, url, { body, headers }, key)
  }
}
