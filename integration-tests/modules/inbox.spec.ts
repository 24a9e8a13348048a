import {
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
} from "../../src/domain/time/schedule"
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

  describe("storage", () => {
    it("stores the same body of a reference once when it comes four times at the same moment", async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => events().store(noticeTo())))
      expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1)
      expect(await events().store(noticeTo())).toEqual({ id: null, fresh: false })
    })

    it("stores the same body of two references twice, and two bodies of one reference", async () => {
      await stored()
      await stored({ reference: "pin_2" })
      await stored({ raw: Buffer.from("another body") })
      expect(await modules.pg("payin_event")).toHaveLength(3)
    })

    it("stores each body of a card webhook once, also beside another body under the same key", async () => {
      const idempotency_key = "transaction.captured:1"
      const texts = ["one", "two", "one", "two", "one"]
      const answers = await Promise.all(
        texts.map((reference) => {
          const raw = Buffer.from(reference)
          return events().store(noticeTo({ idempotency_key, reference, raw, source: "card" }))
        })
      )
      expect(answers.filter(({ fresh }) => fresh)).toHaveLength(2)
      expect(await modules.pg("payin_event")).toHaveLength(2)
    })

    it("stores no body and recognizes a repeated body by its hash", async () => {
      const { raw, reference } = noticeTo()
      await stored()
      const kept = JSON.stringify(await modules.pg("payin_event"))
      expect(kept).not.toContain(raw.toString())
      expect(await events().isStored(reference, raw)).toBe(true)
      expect(await events().isStored("pin_2", raw)).toBe(false)
      expect(await events().isStored(reference, Buffer.from("other"))).toBe(false)
    })

    it("stores an ignored notification and never hands it out", async () => {
      const id = await stored({ ignored: "not a JSON object" })
      expect(await row(id)).toMatchObject({
        ...{ status: "ignored", status_reason: "not a JSON object", next_attempt_at: null },
      })
      expect(await events().claim(id)).toBeNull()
      expect(await events().claimDue(5)).toEqual([])
      expect(await events().retry(id)).toBe(false)
    })
  })

  describe("the queue of due notifications", () => {
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

  describe("the claim of one notification by its id", () => {
    it("keeps its lease and its next try when an earlier worker fails late", async () => {
      const id = await stored()
      const slow = there(await events().claim(id))
      await modules.advance(LEASE_SECONDS)
      const present = there(await events().claim(id))
      const before = await row(id)
      await events().failed(slow, "the service answered too late")
      expect(await row(id)).toEqual(before)
      expect(await events().claim(id)).toBeNull()
      await events().failed(present, "the service is silent")
      expect(await row(id)).toMatchObject({ last_error: "the service is silent" })
      expect(await events().claim(id)).toMatchObject({ attempts: 3 })
    })

    it("goes to one of four workers that ask at the same moment", async () => {
      const id = await stored()
      const claimed = await Promise.all([1, 2, 3, 4].map(() => events().claim(id)))
      expect(claimed.filter((event) => event !== null)).toMatchObject([{ id, attempts: 1 }])
    })

    it("succeeds before the notification is due and not while another worker holds it", async () => {
      const id = await stored()
      await events().failed(there(await events().claim(id)), "the service is silent")
      expect(await events().claim(id)).toMatchObject({ attempts: 2 })
      expect(await events().claim(id)).toBeNull()
      await modules.advance(LEASE_SECONDS)
      expect(await events().claim(id)).toMatchObject({ attempts: 3 })
    })
  })

  describe("the retry of a notification", () => {
    /** Claims it and fails, so many times. */
    async function fails(id: string, times: number): Promise<void> {
      for (let one = 0; one < times; one++) {
        await events().failed(there(await events().claim(id)), `failure ${one + 1}`)
      }
    }

    it("follows the growing waits of the backoff table", async () => {
      const id = await stored()
      for (const seconds of INBOX_BACKOFF_SECONDS) {
        await fails(id, 1)
        const waits = modules.pg.raw(
          "extract(epoch from next_attempt_at - updated_at)::int as seconds"
        )
        expect(await modules.pg("payin_event").where({ id }).first(waits)).toEqual({ seconds })
      }
    })

    it("ends after the last attempt with a dead notification that keeps its last error", async () => {
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

    it("by hand requeues a dead notification at once with all its attempts", async () => {
      const id = await stored()
      await fails(id, INBOX_MAX_ATTEMPTS)
      expect(await events().retry(id)).toBe(true)
      expect(await row(id)).toMatchObject({ status: "received", attempts: 0 })
      expect(await events().claimDue(5)).toMatchObject([{ id, attempts: 1 }])
    })

    it("by hand requeues a waiting notification at once with its attempts so far", async () => {
      const id = await stored()
      await fails(id, 5)
      expect(await events().claimDue(5)).toEqual([])
      expect(await events().retry(id)).toBe(true)
      expect(await events().claimDue(5)).toMatchObject([{ id, attempts: 6 }])
    })

    it("by hand waits for the end of the lease when a worker holds the notification", async () => {
      const id = await stored()
      await events().claim(id)
      await events().retry(id)
      expect(await events().claimDue(5)).toEqual([])
      await modules.advance(LEASE_SECONDS)
      expect(await events().claimDue(5)).toHaveLength(1)
    })
  })

  describe("a finished notification", () => {
    it.each([
      ["processed", (id: string) => events().processed(id)],
      ["ignored", (id: string) => events().ignored(id, "names nothing of ours")],
    ])("stays %s after late writes and retries", async (status, end) => {
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

    it("stays dead when its slow worker reports success afterwards", async () => {
      const id = await stored()
      const event = there(await events().claim(id))
      await modules.pg("payin_event").where({ id }).update({ attempts: INBOX_MAX_ATTEMPTS })
      await events().failed({ ...event, attempts: INBOX_MAX_ATTEMPTS }, "the last failure")
      await events().processed(id)
      expect(await row(id)).toMatchObject({ status: "dead" })
    })
  })
})
