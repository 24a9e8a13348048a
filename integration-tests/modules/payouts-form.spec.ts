import { majorAmount } from "../../src/domain/money/amount"
import { SYSTEM, type Actor } from "../../src/domain/payout/actor"
import { withForm } from "../../src/domain/payout/methods"
import { readPayoutTarget } from "../../src/domain/payout/destination"
import { reportPayoutOutcome, retryPayout } from "../../src/workflows/payout"
import { areCanceledConfirmed } from "../../src/workflows/payout/earlier"
import { cancelPayout } from "../../src/workflows/refund/cancel"
import { makeDestinationLink } from "../../src/workflows/refund/link"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"
import { CANARY } from "../support/personal-data"

const DAY = 86_400
const OPTIONS = {
  ...PAYOUT_OPTIONS,
  approvalAbove: { COP: 500_000, PEN: 5_000 },
  payouts: { form: true },
}
const ACCOUNT = { bank: "BCP", account_number: "19112345678012", account_type: "AHORRO" }

withModules("payouts whose recipient names the account in a form", OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => modules.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000, "PEN"))

  const words = { note: "Support says so.", proof: "ticket 7" }
  let requests = 0
  const request_id = () => `form-${++requests}`

  async function make(soles = 40) {
    const country = withForm(modules.gateway.options.countries.PE)
    const posted = { payment_method: "FORM", destination: { ...CANARY.pe } }
    const { value } = readPayoutTarget(posted, country)
    if (value === undefined) throw new Error("a person is enough for a form")
    const place = {
      account: "pe",
      country: "PE",
      currency: "PEN",
      amount: majorAmount(String(soles)),
    }
    const { id } = await worker.make(soles, { ...place, ...value })
    return id
  }
  /** Approved by a second person and sent. */
  async function sent(soles?: number) {
    const id = await make(soles)
    await worker.approve(id)
    await worker.run()
    return id
  }
  const asked = () =>
    modules.sandbox.requests({ operation: "payout" }).filter(({ path }) => path.endsWith("/form"))
  const linkOf = async (id: string) => {
    const made = await makeDestinationLink(modules.container, id, CHECKER)
    return made.outcome === "made" ? made.link.url : null
  }
  /** How often the store was asked for the mail with the form. */
  const formsTold = (id: string) =>
    modules.bus.told.filter(
      ({ name, data }) => name === "payin.payout_form_ready" && Object(data).id === id
    ).length
  const report = (id: string, outcome: "paid" | "not_paid") =>
    reportPayoutOutcome(modules.container, id, CHECKER, { outcome, ...words }, request_id())

  it("wait for a second person whatever the amount, and tell the service of no account", async () => {
    const id = await make()
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "by_form" },
      ...{ bank: "", account_last_four: "" },
    })
    await worker.run()
    expect(asked()).toEqual([])
    await worker.approve(id)
    await worker.run()
    const [{ body }] = asked()
    expect(body).toMatchObject({ payment_method: "BANK_TRANSFER", currency: "PEN" })
    const { customer_data } = Object(body)
    expect(customer_data).toEqual(CANARY.pe)
    expect(await worker.payout(id)).toMatchObject({
      status: "pending",
      reason: "awaiting_beneficiary",
    })
  })

  it("tell whoever approves the e-mail that their form goes to, and the audit its first letter and domain", async () => {
    const id = await make()
    const recipient = async () => modules.payouts.destinations.recipientOf(await worker.payout(id))
    expect(await recipient()).toBe(CANARY.pe.email)
    const byForm = { ...CANARY.pe, bank: null, account_number: null, account_type: null }
    const given = { payment_method: "FORM", other_person: false }
    const other = { ...given, destination: { ...byForm, email: "other.person@shop.example" } }
    await modules.payouts.decisions.giveDestination(id, other, MAKER)
    expect(await recipient()).toBe("other.person@shop.example")
    const changes = (await modules.payouts.audit.of(id)).filter(({ action }) => action === "edited")
    expect(changes).toMatchObject([{ facts: { email: "o••••@shop.example" } }])

    const account = { ...CANARY.pe, ...ACCOUNT, account_type: "AHORRO" as const }
    const toBank = { destination: account, payment_method: "BANK_TRANSFER", other_person: false }
    await modules.payouts.decisions.giveDestination(id, toBank, MAKER)
    expect(await recipient()).toBeNull()
    const [, last] = (await modules.payouts.audit.of(id)).slice(-2)
    expect(Object.keys(last.facts ?? {})).toEqual(["account_last_four"])
  })

  it("are paid once the form is filled in, and not before", async () => {
    const id = await sent()
    await worker.pass(120, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    const { reference } = await worker.attempt(id)
    modules.sandbox.fillForm(reference, ACCOUNT)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(DAY)
    expect(await worker.payout(id)).toMatchObject({ status: "approved", reason: null })
    expect(asked()).toHaveLength(1)
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it("have one address, which is sealed, and whoever reads it stands in the audit", async () => {
    const id = await sent()
    const url = await linkOf(id)
    expect(url).toMatch(/^http.*\/form\/[0-9a-f]{32}$/)
    expect(await linkOf(id)).toBe(url)
    const { form_url_sealed } = await worker.attempt(id)
    expect(form_url_sealed).not.toContain("form/")
    const audit = await modules.payouts.audit.of(id)
    const read = audit.filter(({ action }) => action === "link_made")
    expect(read).toMatchObject([{ actor_id: CHECKER.id }, { actor_id: CHECKER.id }])
    await worker.run()
    modules.sandbox.fillForm((await worker.attempt(id)).reference, ACCOUNT)
    modules.sandbox.approvePayout((await worker.attempt(id)).reference, { notify: false })
    await worker.runIn(DAY)
    expect(await linkOf(id)).toBeNull()
  })

  it("above the limit tell their address to no operator once they are approved, but to the store's own mail", async () => {
    const id = await sent(5_001)
    expect(modules.bus.told).toMatchObject([
      { name: "payin.payout_form_ready", data: { id, status: "pending" } },
    ])
    const before = await worker.payout(id)
    for (const actor of [MAKER, CHECKER, CHECKER]) {
      expect(await makeDestinationLink(modules.container, id, actor)).toMatchObject({
        outcome: "for_recipient",
      })
    }
    expect((await worker.payout(id)).makers).toEqual(before.makers)
    const audit = await modules.payouts.audit.of(id)
    expect(audit.filter(({ action }) => action === "link_made")).toEqual([])
    expect(audit.filter(({ action }) => action === "approval_refused")).toMatchObject([
      { actor_id: MAKER.id, facts: { code: "for_recipient" } },
      { actor_id: CHECKER.id, facts: { code: "for_recipient" } },
    ])
    expect(await makeDestinationLink(modules.container, id, SYSTEM)).toMatchObject({
      ...{ outcome: "made", link: { expires_at: null, email: CANARY.pe.email } },
    })
  })

  it("above the limit have their mail sent again by whoever asks, at most once a minute, until they are filled in", async () => {
    const id = await sent(5_001)
    const ask = (actor: Actor) => makeDestinationLink(modules.container, id, actor)
    const mails = async () => {
      const audit = await modules.payouts.audit.of(id)
      return audit.filter(({ action }) => action === "form_mail_asked")
    }
    expect(formsTold(id)).toBe(1)
    expect(await Promise.all([ask(MAKER), ask(CHECKER), ask(MAKER)])).toMatchObject(
      Array(3).fill({ outcome: "for_recipient" })
    )
    expect(formsTold(id)).toBe(2)
    expect(await mails()).toMatchObject([{ facts: null }])
    await modules.advance(61)
    await ask(CHECKER)
    expect(formsTold(id)).toBe(3)
    expect(await mails()).toMatchObject([{}, { actor_id: CHECKER.id }])

    const { reference } = await worker.attempt(id)
    modules.sandbox.fillForm(reference, ACCOUNT)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(DAY)
    expect(await ask(CHECKER)).toMatchObject({ outcome: "not_needed" })
    expect(formsTold(id)).toBe(3)
  })

  it("that nobody fills in are an anomaly after three days, though the service does not know them", async () => {
    const id = await sent()
    await worker.runIn(2 * DAY)
    expect(await anomaliesOf(modules)).toEqual([])
    expect(await report(id, "not_paid")).toMatchObject({ outcome: "refused", code: "moved_on" })
    await worker.runIn(2 * DAY)
    await worker.runIn(DAY)
    expect(await anomaliesOf(modules)).toMatchObject([{ kind: "payout_stuck", status: "open" }])
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
    expect(asked()).toHaveLength(1)
  })

  it("that are filled in after a person said that they were not paid are an anomaly, and nothing more leaves", async () => {
    const id = await sent()
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    const { reference } = await worker.attempt(id)
    modules.sandbox.fillForm(reference, ACCOUNT)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(DAY)
    expect(await worker.payout(id)).toMatchObject({ reason: "contradiction" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([
      { kind: "status_changed_after_final" },
    ])
    expect(asked()).toHaveLength(1)
  })

  it("are approved by nobody who read the address of the form", async () => {
    const id = await sent()
    await linkOf(id)
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    const given = {
      destination: { ...CANARY.pe, ...ACCOUNT, account_type: "AHORRO" as const },
      ...{ payment_method: "BANK_TRANSFER", other_person: false },
    }
    await modules.payouts.decisions.giveDestination(id, given, MAKER)
    await worker.retry(id)
    expect(await worker.approve(id)).toMatchObject({ outcome: "refused", code: "second_person" })
  })

  it("leave when the approval comes days after they were made", async () => {
    const id = await make()
    await modules.advance(2 * DAY)
    await worker.approve(id)
    await worker.run()
    expect(asked()).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ reason: "awaiting_beneficiary" })
  })

  it("keep their address, and tell the store, when the lookup of a notification is faster than the answer", async () => {
    const id = await sent()
    const url = await linkOf(id)
    const attempt = await worker.attempt(id)
    const unheard = { form_url_sealed: null }
    await modules.pg("payin_payout_attempt").where({ id: attempt.id }).update(unheard)
    await modules.pg("payin_payout").where({ id }).update({ reason: null })
    const { ticket, echoed_amount, estimated_time } = attempt
    const told = { ticket, echoed_amount, estimated_time, form_url: url }
    const before = formsTold(id)
    await modules.payouts.answers.accepted(attempt, told)
    expect(await linkOf(id)).toBe(url)
    expect(formsTold(id)).toBe(before + 1)
    await modules.payouts.answers.accepted(attempt, told)
    expect(formsTold(id)).toBe(before + 1)
  })

  it("are never asked for a second time: not by a resend, not by a retry, and a bank account is the way out", async () => {
    const id = await sent()
    const { reference } = await worker.attempt(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(DAY)
    // Not shown before it is filled in, so only a person's report ends it.
    await worker.runIn(3 * DAY)
    await report(id, "not_paid")
    const retried = await retryPayout(modules.container, {
      ...{ payout_id: id, actor: MAKER, request_id: request_id() },
    })
    expect(retried).toMatchObject({ outcome: "refused", waits_for: "form_sent" })
    const given = {
      destination: { ...CANARY.pe, ...ACCOUNT, account_type: "AHORRO" as const },
      ...{ payment_method: "BANK_TRANSFER", other_person: false },
    }
    await modules.payouts.decisions.giveDestination(id, given, MAKER)
    await worker.retry(id)
    // The form may still be filled in, so a second person decides whatever the amount.
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "by_form" },
    })
    expect(await worker.approve(id, MAKER)).toMatchObject({ outcome: "refused" })
    await worker.approve(id)
    // What the form may still pay is asked for again before another reference leaves.
    await worker.pass(120, 10)
    expect(asked()).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ status: "pending", reason: null })
    expect(await worker.attempts(id)).toMatchObject([
      { payment_method: "FORM", status: "rejected" },
      { payment_method: "BANK_TRANSFER", status: "pending" },
    ])
  })

  it("need a second person for whatever pays their money anew, and nothing else uses it", async () => {
    const transaction_id = "payin_1"
    const id = await sent()
    await modules.pg("payin_payout").where({ id }).update({ transaction_id })
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    const given = {
      destination: { ...CANARY.pe, ...ACCOUNT, account_type: "AHORRO" as const },
      ...{ payment_method: "BANK_TRANSFER", other_person: false },
    }
    await modules.payouts.decisions.giveDestination(id, given, MAKER)
    await worker.retry(id)
    await cancelPayout(modules.container, id, MAKER, "Decided anew.")
    expect(await worker.payout(id)).toMatchObject({ status: "canceled" })

    const place = { account: "pe", country: "PE", currency: "PEN", amount: majorAmount("40") }
    const anew = { ...place, ...given, makers: [] }
    expect(await worker.make(40, { ...anew, transaction_id })).toMatchObject({
      ...{ status: "awaiting_approval", reason: "by_form" },
    })
    expect(await worker.make(40, { ...anew, transaction_id: "payin_2" })).toMatchObject({
      status: "queued",
    })
    expect(await areCanceledConfirmed(modules.container, transaction_id)).toBe(false)
    const { reference } = await worker.attempt(id)
    modules.sandbox.fillForm(reference, ACCOUNT)
    modules.sandbox.rejectPayout(reference, { notify: false })
    expect(await areCanceledConfirmed(modules.container, transaction_id)).toBe(true)
  })

  it("are asked for, once, by a retry of what was rejected as a bank account", async () => {
    const account = { ...CANARY.pe, ...ACCOUNT, account_type: "AHORRO" as const }
    const place = { account: "pe", country: "PE", currency: "PEN", amount: majorAmount("40") }
    const { id } = await worker.make(40, { ...place, destination: account })
    await worker.run()
    modules.sandbox.rejectPayout((await worker.attempt(id)).reference, { notify: false })
    await worker.runIn(60)
    const byForm = { ...CANARY.pe, bank: null, account_number: null, account_type: null }
    const given = { destination: byForm, payment_method: "FORM", other_person: false }
    await modules.payouts.decisions.giveDestination(id, given, MAKER)
    expect(await worker.retry(id)).toMatchObject({
      ...{ outcome: "done", payout: { status: "awaiting_approval", reason: "by_form" } },
    })
    await worker.approve(id)
    await worker.pass(120, 10)
    expect(asked()).toHaveLength(1)
    expect(await worker.payout(id)).toMatchObject({ reason: "awaiting_beneficiary" })
    await worker.runIn(4 * DAY)
    await report(id, "not_paid")
    expect(await worker.retry(id)).toMatchObject({ waits_for: "form_sent" })
    expect(asked()).toHaveLength(1)
  })

  it.each([
    ["no answer to a call that was not received", "timeout_before"],
    ["no answer to a call that was received", "timeout_after"],
    ["an error 500", "error_after"],
    ["an answer that cannot be read", "malformed"],
  ] as const)("stay unknown after %s, however long, until a person reports", async (_t, kind) => {
    const id = await make()
    await worker.approve(id)
    modules.sandbox.injectFault({ operation: "payout", kind, ms: 0 })
    await worker.run()
    await worker.pass(180, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "form_sent" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "payout_unknown" }])
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", waits_for: "form_sent" })
    expect(asked()).toHaveLength(1)
    expect(await report(id, "not_paid")).toMatchObject({ payout: { status: "rejected" } })
  })

  it("stay unknown without an address of a form, and are found once the service shows them", async () => {
    modules.sandbox.configure({
      payouts: { form: { address: false, ticket: false, shown: "at_once" } },
    })
    const id = await make()
    await worker.approve(id)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status: "unknown", ticket: null })
    await worker.runIn(60)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await linkOf(id)).toBeNull()
    expect(asked()).toHaveLength(1)
    modules.sandbox.configure({
      payouts: { form: { address: true, ticket: true, shown: "filled" } },
    })
  })

  it("are known by the reference when the answer names no ticket", async () => {
    modules.sandbox.configure({ payouts: { form: { ticket: false } } })
    const id = await sent()
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "pending", ticket: null, reason: "awaiting_beneficiary" },
    })
    const { reference } = await worker.attempt(id)
    modules.sandbox.fillForm(reference, ACCOUNT)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(DAY)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    modules.sandbox.configure({ payouts: { form: { ticket: true } } })
  })

  it.each(["the credentials", "too little money"])(
    "that are refused for %s are not asked for again by themselves",
    async (why) => {
      const id = await make()
      await worker.approve(id)
      let calls = 0
      modules.proxy.meet((path, response) => {
        if (!path.endsWith("/payout/form")) return
        calls++
        if (why === "the credentials") {
          response.status(401).json({ code: "00", status: "ERROR", error: "UNAUTHORIZED" })
        } else {
          modules.sandbox.setWallet(CANARY.service.merchant_id, 10, "PEN")
        }
      })
      await worker.run()
      await worker.pass(60, 10)
      modules.proxy.tellTheTruth()
      modules.sandbox.setWallet(CANARY.service.merchant_id, 10_000_000, "PEN")
      await worker.pass(60, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
      expect(calls).toBe(1)
      expect(worker.taken(id)).toEqual([])
    }
  )
})
