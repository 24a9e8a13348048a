import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { resolveOptions } from "../../domain/options/options"
import type { PayoutDestination } from "../../domain/payout/destination"
import { hasForm, isForRecipientAlone } from "../../domain/payout/way"
import { createSealer } from "../../domain/privacy/seal"
import { FORM_MAIL_SECONDS } from "../../domain/time/schedule"
import { hideSecretColumns } from "../../tables/secret-columns"
import { Announcements } from "./announcements"
import { Answers } from "./answers"
import { Attempts } from "./attempts"
import { makerOf, makersOf, type Actor } from "../../domain/payout/actor"
import { Approvals } from "./approvals"
import { Audit } from "./audit"
import { Beneficiaries } from "./beneficiaries"
import { Confirmations } from "./confirmations"
import { Decisions } from "./decisions"
import { DestinationLinks } from "./destination-links"
import { Destinations } from "./destinations"
import { Forgetting } from "./forgetting"
import { Imports } from "./imports"
import { KeyHolders } from "./key-holders"
import { Lists } from "./lists"
import { Merchants } from "./merchants"
import {
  PayinBeneficiary,
  PayinDestinationLink,
  PayinOrderMaker,
  PayinPayout,
  PayinPayoutAttempt,
  PayinPayoutAudit,
  PayinPayoutImport,
  PayinPayoutRule,
} from "./models"
import { isMade, Moves, type PayoutChange } from "./moves"
import { OrderMakers } from "./order-makers"
import { Payouts } from "./payouts"
import { Releases } from "./releases"
import { Rests } from "./rests"
import { Reveals } from "./reveals"
import type { Payout } from "./rows"
import { Rules } from "./rules"
import { SecondPerson } from "./second-person"
import { StatusReports } from "./status-reports"
import { UnconfiguredAccounts } from "./unconfigured-accounts"
import { UnitSuspicions } from "./unit-suspicions"
import { Submissions } from "./submissions"

interface FormRefused {
  code: "for_recipient"
  /** What asks for the store's mail again; null: it was asked for a moment ago. */
  mail: PayoutChange | null
}

interface Cradle {
  __pg_connection__: Knex
  logger?: Logger
  event_bus?: IEventBusModuleService
}

/**
 * Payouts and their attempts, beneficiaries and rules, and the audit trail. Amounts in major units.
 * Each property is one noun; the generated methods serve lists and `query.graph` only.
 */
export class PayInPayoutsService extends MedusaService({
  PayinBeneficiary,
  PayinDestinationLink,
  PayinOrderMaker,
  PayinPayout,
  PayinPayoutAttempt,
  PayinPayoutAudit,
  PayinPayoutImport,
  PayinPayoutRule,
}) {
  readonly audit: Audit
  readonly secondPerson: SecondPerson
  readonly moves: Moves
  readonly payouts: Payouts
  readonly attempts: Attempts
  readonly decisions: Decisions
  readonly rests: Rests
  readonly releases: Releases
  readonly unconfigured: UnconfiguredAccounts
  readonly submissions: Submissions
  readonly answers: Answers
  readonly statusReports: StatusReports
  readonly confirmations: Confirmations
  readonly beneficiaries: Beneficiaries
  readonly rules: Rules
  readonly destinations: Destinations
  readonly destinationLinks: DestinationLinks
  readonly forgetting: Forgetting
  readonly imports: Imports
  readonly keyHolders: KeyHolders
  readonly lists: Lists
  readonly unitSuspicions: UnitSuspicions
  readonly reveals: Reveals
  readonly orderMakers: OrderMakers
  readonly #pg: Knex

  constructor(cradle: Cradle, rawOptions: unknown) {
    super(...arguments)
    hideSecretColumns(this)
    const production = process.env.NODE_ENV === "production"
    const options = resolveOptions(rawOptions, { production })
    const pg = cradle.__pg_connection__
    const sealer = createSealer(options.encryptionKey)
    const announcements = new Announcements(
      () => cradle.event_bus,
      () => cradle.logger
    )
    const notKnown = options.notKnown.payOut
    const merchants = new Merchants(options)
    this.#pg = pg
    this.audit = new Audit(pg)
    this.secondPerson = new SecondPerson(this.audit, options.approvers ?? null)
    this.destinations = new Destinations(sealer)
    this.moves = new Moves(pg, this.audit, announcements)
    const approvals = new Approvals(options, options.timeZone)
    this.payouts = new Payouts(
      pg,
      this.audit,
      announcements,
      this.destinations,
      approvals,
      options.payouts.stuckDays
    )
    this.attempts = new Attempts(pg)
    this.decisions = new Decisions(
      this.moves,
      this.audit,
      this.payouts,
      this.attempts,
      this.destinations,
      this.secondPerson
    )
    this.rests = new Rests(this.moves, this.payouts, this.destinations)
    this.unconfigured = new UnconfiguredAccounts(pg)
    this.releases = new Releases(pg, this.moves, this.payouts, this.destinations)
    this.submissions = new Submissions(
      pg,
      this.moves,
      this.attempts,
      approvals,
      this.destinations,
      sealer,
      notKnown,
      merchants
    )
    this.answers = new Answers(this.moves, this.attempts, sealer)
    this.statusReports = new StatusReports(pg, this.moves, notKnown, merchants)
    this.confirmations = new Confirmations(
      pg,
      this.audit,
      this.moves,
      this.payouts,
      this.secondPerson,
      approvals.changesAreAllowed
    )
    this.reveals = new Reveals(pg, this.audit, this.destinations, announcements)
    this.beneficiaries = new Beneficiaries(
      pg,
      this.audit,
      this.destinations,
      this.confirmations,
      this.reveals
    )
    this.rules = new Rules(pg, this.audit, this.confirmations)
    this.destinationLinks = new DestinationLinks(pg, this.audit)
    this.forgetting = new Forgetting(sealer)
    this.imports = new Imports(pg, this.payouts)
    this.keyHolders = new KeyHolders(this.moves, this.destinations)
    this.lists = new Lists(pg)
    this.orderMakers = new OrderMakers(pg)
    this.unitSuspicions = new UnitSuspicions(pg)
  }

  /** A transaction for money that refunds no pay-in: for refunds use `ledger.refundLimit.under`. */
  async transaction<Result>(work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> {
    return this.#pg.transaction(work)
  }

  /** The whole destination of a payout, with an audit line for its reader; null without one. */
  async reveal(payoutId: string, actor: Actor): Promise<PayoutDestination | null> {
    const payout = await this.payouts.find(payoutId)
    if (payout === null || payout.destination_sealed === null) {
      return null
    }
    const { id, destination_sealed } = payout
    return this.reveals.open("payin_payout", { id, destination_sealed }, actor)
  }

  /**
   * The form of a payout by form; null without one. Its reader could fill it in, so they are in the audit and
   * among the payout's makers before they see it. Above the limit no operator reads it
   * ({@link isForRecipientAlone}): the audit names who tried, and the store is told again that the recipient
   * needs its mail, which may be lost.
   */
  async openForm(payoutId: string, actor: Actor): Promise<{ url: string } | FormRefused | null> {
    const attempt = (await this.attempts.ofPayout(payoutId)).at(-1)
    const url = attempt === undefined ? null : this.answers.formOf(attempt)
    if (url !== null) {
      const made = await this.moves.decide<FormRefused>(payoutId, actor, async (payout, trx) => {
        if (isForRecipientAlone(actor, this.payouts.isAboveLimit(payout))) {
          const code = "for_recipient"
          const seen = { id: payoutId, facts: { version: payout.version } }
          await this.secondPerson.noteRefused(trx, seen, actor, { code })
          const asks = await this.asksForMail(trx, payout, actor)
          return { code, mail: asks ? { payout, from: payout.status } : null }
        }
        const facts = { by_form: true }
        await this.audit.note(trx, { subject_id: payoutId, action: "link_made", actor, facts })
        const makers = makersOf(...payout.makers, makerOf(actor))
        return { to: payout.status, cause: payout.status_cause, values: { makers } }
      })
      if (made !== null && !isMade(made)) {
        if (made.mail !== null) {
          await this.moves.announce(made.mail)
        }
        return made
      }
    }
    return url === null ? null : { url }
  }

  /** Under the payout's lock, so that of many who ask at once one is heard. */
  private async asksForMail(trx: Knex.Transaction, payout: Payout, actor: Actor): Promise<boolean> {
    const deed = { subject_id: payout.id, action: "form_mail_asked" }
    if (!hasForm(payout) || (await this.audit.wasDoneLately(trx, deed, FORM_MAIL_SECONDS))) {
      return false
    }
    await this.audit.note(trx, { ...deed, actor })
    return true
  }
}
