import { majorAmount, toWire } from "../../../src/domain/money/amount"
import { payInProviderId } from "../../../src/domain/options/provider-id"
import {
  hashIpnKey,
  ipnUrl,
  newIpnKey,
  newReference,
  parseTicket,
} from "../../../src/domain/row/reference"
import type { PayInStatusReport } from "../../../src/modules/ledger/observations"
import type { Transaction } from "../../../src/modules/ledger/rows"
import type { LinkLife, NewTransaction } from "../../../src/modules/ledger/transactions"
import { fetchStatus, type Observation } from "../../../src/settlement/fetch-status"
import { CANARY } from "../personal-data"
import type { Modules } from "./modules"

/** What a test wants of a pay-in; the rest is what a shopper with PSE wishes. */
export type Wanted = Partial<NewTransaction>

/** An hour to pay, and an hour for the bank after it. */
export const LIFE: LinkLife = { link_minutes: 60, grace_hours: 1 }

export const AMOUNT = majorAmount("60000")

/** Pay-ins as the provider makes them: the row is written, then the service is asked for a link. */
export class PayIns {
  constructor(private readonly modules: Modules) {}

  /** The row is written and nothing was sent yet: `creating`. */
  async open(wanted: Wanted = {}, life = LIFE): Promise<Transaction> {
    const { transactions, sealer } = this.modules.ledger
    const id = wanted.id ?? transactions.newId()
    const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
    return transactions.open(
      {
        id,
        account: "co",
        provider_id: payInProviderId("co"),
        reference: newReference(),
        ipn_key_hash: hashIpnKey(newIpnKey()),
        payment_collection_id: `paycol_${id}`,
        session_id: `payses_${id}`,
        cart_id: `cart_${id}`,
        order_id: null,
        customer_id: null,
        country: "CO",
        currency: "COP",
        payment_method: "PSE",
        description: "Compra",
        order_amount: AMOUNT,
        requested_amount: AMOUNT,
        fingerprint: sealer.fingerprint(id),
        customer_sealed: sealer.seal(JSON.stringify(CANARY.co), context),
        payer_typed_by: null,
        refund_destination_sealed: null,
        sealed_with: sealer.key_ids[0],
        api_version: "v1",
        ...wanted,
      },
      life
    )
  }

  /** With a link whose answer the test invents; the service knows nothing of it: `pending`. */
  async pending(wanted: Wanted = {}, life = LIFE): Promise<Transaction> {
    const row = await this.open(wanted, life)
    return this.modules.ledger.transactions.accepted(row.id, {
      ticket: parseTicket(`ticket-of-${row.id}`),
      payment_url: `https://pay.example/${row.id}`,
      instructions: null,
      shape: "link",
      echoed_amount: null,
      expires_at: null,
      ...life,
    })
  }

  /** With a link that the service made: `pending` on both sides. */
  async linked(wanted: Wanted = {}): Promise<Transaction> {
    const row = await this.open(wanted)
    const created = await this.modules.gateway.payIn.create(row.account, {
      reference: row.reference,
      amount: toWire(row.requested_amount, 0),
      currency: row.currency,
      country: row.country,
      payment_method: row.payment_method,
      description: row.description,
      redirect_url: "http://localhost:8000/return",
      ipn_url: ipnUrl("http://localhost:9000", row.reference, newIpnKey()),
      customer_data: CANARY.co,
      expiration_time: LIFE.link_minutes,
      metadata: { source: "medusa" },
    })
    return this.modules.ledger.transactions.accepted(row.id, { ...created, ...LIFE })
  }

  /**
   * Moved by what the service would say: `approved` by the whole amount, or how the test wants it.
   */
  async said(row: Transaction, report: Partial<PayInStatusReport> = {}): Promise<Transaction> {
    const { observations } = this.modules.ledger
    const recorded = await observations.record(row.id, {
      ...(await this.approval(row)),
      ...report,
    })
    return recorded.transaction
  }

  async approved(wanted: Wanted = {}): Promise<Transaction> {
    return this.said(await this.pending(wanted))
  }

  /** Paid at the service, too, where it can be looked up again: `approved` on both sides. */
  async paid(wanted: Wanted = {}): Promise<Transaction> {
    const row = await this.linked(wanted)
    this.modules.sandbox.settle(row.reference, { status: "APPROVED", notify: false })
    const { transaction } = await this.fetchStatus(row)
    return transaction
  }

  /** The service's answer to a question sent now: all of the money arrived. */
  async approval(row: Transaction): Promise<PayInStatusReport> {
    return {
      status: "approved",
      service_status: "APPROVED",
      ticket: row.ticket,
      amount: row.requested_amount,
      currency: row.currency,
      response_message: null,
      card: null,
      asked_at: await this.modules.ledger.observations.now(),
    }
  }

  /** Asks the service, as every road does. */
  async fetchStatus(row: Transaction): Promise<Observation> {
    return fetchStatus(this.modules, row)
  }

  async find(id: string): Promise<Transaction> {
    const row = await this.modules.ledger.transactions.find(id)
    if (row === null) {
      throw new Error(`no pay-in ${id}`)
    }
    return row
  }

  /** Writes past the ledger: what only a crash, an age or another version leaves behind. */
  async overwrite(id: string, values: Record<string, unknown>): Promise<Transaction> {
    await this.modules.pg("payin_transaction").where({ id }).update(values)
    return this.find(id)
  }
}
