import { INBOX_BACKOFF_SECONDS, INBOX_MAX_ATTEMPTS, LEASE_SECONDS } from "../../src/domain/schedule"
import type { InboxEvent, NewEvent } from "../../src/modules/inbox/events"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { noticeTo } from "../support/modules/notices"
import { promisesOfQueue } from "../support/modules/queue"

withModules("the inbox", {}, (modules) => {
  const events = () => modules.inbox.events
  const stored = async (change: Partial<NewEvent> = {}) =>
    there((await events().store(noticeTo(change))).id)
  const row = async (id: string) => there(await modules.inbox.lists.event(id))

  describe("stores", () => {
    it("the same body of a reference once, however often it comes at the same time", async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => events().store(noticeTo())))
      expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1)
      expect(await events().store(noticeTo())).toEqual({ id: null, fresh: false })
    })

    it("the same body of two references twice, and two bodies of one reference", async () => {
      await stored()
      await stored({ reference: "pin_2" })
      await stored({ raw: Buffer.from("another body") })
      expect(await modules.pg("payin_event")).toHaveLength(3)
    })

    it("a card webhook once, whatever its reference and its bytes", async () => {
      const idempotency_key = "transaction.captured:1"
      const answers = await Promise.all(
        ["one", "two", "three"].map((text) =>
          events().store(
            noticeTo({ idempotency_key, reference: text, raw: Buffer.from(text), source: "card" })
          )
        )
      )
      expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1)
      expect(await events().isKept(idempotency_key)).toBe(true)
      expect(await events().isKept("transaction.captured:2")).toBe(false)
    })

    it("no body, and knows by its hash whether it came before", async () => {
      const { raw, reference } = noticeTo()
      await stored()
      const kept = JSON.stringify(await modules.pg("payin_event"))
      expect(kept).not.toContain(raw.toString())
      expect(await events().isStored(reference, raw)).toBe(true)
      expect(await events().isStored("pin_2", raw)).toBe(false)
      expect(await events().isStored(reference, Buffer.from("other"))).toBe(false)
    })

    it("what is of no use without ever handing it out", async () => {
      const id = await stored({ ignored: "not a JSON object" })
      expect(await row(id)).toMatchObject({
        ...{ status: "ignored", status_reason: "not a JSON object", next_attempt_at: null },
      })
      expect(await events().claim(id)).toBeNull()
      expect(await events().claimDue(5)).toEqual([])
      expect(await events().retry(id)).toBe(false)
    })
  })

  describe("claims what is due, and", () => {
    promisesOfQueue(modules, {
      ...{ table: "payin_event", due: "next_attempt_at" },
      ...{ leased: "leased_until", seconds: LEASE_SECONDS },
      async fill(count) {
        const ids: string[] = []
        for (let one = 0; one < count; one++) ids.push(await stored({ reference: `pin_${one}` }))
        return ids
      },
      claim: async (limit) => (await events().claimDue(limit)).map(({ id }) => id),
    })
  })

  describe("claims one notification by its id", () => {
    it("for one of several that ask at the same time", async () => {
      const id = await stored()
      const claimed = await Promise.all([1, 2, 3, 4].map(() => events().claim(id)))
      expect(claimed.filter((event) => event !== null)).toMatchObject([{ id, attempts: 1 }])
    })

    it("before it is due, and not while another worker has it", async () => {
      const id = await stored()
      await events().failed(there(await events().claim(id)), "the service is silent")
      expect(await events().claim(id)).toMatchObject({ attempts: 2 })
      expect(await events().claim(id)).toBeNull()
      await modules.advance(LEASE_SECONDS)
      expect(await events().claim(id)).toMatchObject({ attempts: 3 })
    })
  })

  describe("tries again", () => {
    /** Claims it and fails, so many times. */
    async function fails(id: string, times: number): Promise<void> {
      for (let one = 0; one < times; one++) {
        await events().failed(there(await events().claim(id)), `failure ${one + 1}`)
      }
    }

    it("after waits that grow by the table", async () => {
      const id = await stored()
      for (const seconds of INBOX_BACKOFF_SECONDS) {
        await fails(id, 1)
        const waits = modules.pg.raw(
          "extract(epoch from next_attempt_at - updated_at)::int as seconds"
        )
        expect(await modules.pg("payin_event").where({ id }).first(waits)).toEqual({ seconds })
      }
    })

    it("no more after the last attempt: the notification is dead and says why", async () => {
      const id = await stored()
      await fails(id, INBOX_MAX_ATTEMPTS - 1)
      expect(await row(id)).toMatchObject({ status: "received" })
      const last: InboxEvent = there(await events().claim(id))
      expect(await events().failed(last, "the last failure")).toBe("dead")
      expect(await row(id)).toMatchObject({
        ...{ status: "dead", attempts: INBOX_MAX_ATTEMPTS, next_attempt_at: null },
        last_error: "the last failure",
      })
      expect(await events().claim(id)).toBeNull()
    })

    it("a dead notification by hand, at once and with all its attempts", async () => {
      const id = await stored()
      await fails(id, INBOX_MAX_ATTEMPTS)
      expect(await events().retry(id)).toBe(true)
      expect(await row(id)).toMatchObject({ status: "received", attempts: 0 })
      expect(await events().claimDue(5)).toMatchObject([{ id, attempts: 1 }])
    })

    it("a notification that waits by hand, at once and with its attempts so far", async () => {
      const id = await stored()
      await fails(id, 5)
      expect(await events().claimDue(5)).toEqual([])
      expect(await events().retry(id)).toBe(true)
      expect(await events().claimDue(5)).toMatchObject([{ id, attempts: 6 }])
    })

    it("a notification that a worker has by hand, only after that worker's time", async () => {
      const id = await stored()
      await events().claim(id)
      await events().retry(id)
      expect(await events().claimDue(5)).toEqual([])
      await modules.advance(LEASE_SECONDS)
      expect(await events().claimDue(5)).toHaveLength(1)
    })
  })

  describe("leaves", () => {
    it.each([
      ["processed", (id: string) => events().processed(id)],
      ["ignored", (id: string) => events().ignored(id, "names nothing of ours")],
    ])("a notification that is %s as it is, whoever comes late", async (status, end) => {
      const id = await stored()
      const event = there(await events().claim(id))
      await events().failed(event, "at first")
      await end(id)
      const done = await row(id)
      expect(done).toMatchObject({ status, last_error: null, next_attempt_at: null })

      await events().failed(event, "late")
      await events().processed(id)
      await events().ignored(id, "late")
      expect(await events().retry(id)).toBe(false)
      expect(await events().claim(id)).toBeNull()
      expect(await row(id)).toEqual(done)
    })

    it("a dead notification as it is when its slow worker is through after all", async () => {
      const id = await stored()
      const event = there(await events().claim(id))
      await events().failed({ ...event, attempts: INBOX_MAX_ATTEMPTS }, "the last failure")
      await events().processed(id)
      expect(await row(id)).toMatchObject({ status: "dead" })
    })
  })
})
