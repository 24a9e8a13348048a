import { methodAvailability } from "../../../domain/country/countries"
import { initials, type CustomerFieldName } from "../../../domain/privacy/customer-data"
import { endMessage } from "../../../domain/payin/end-text"
import { methodIcon, type MethodIcon } from "../../../domain/method/icon"
import { reasonText } from "../../../domain/method/reason"
import { methodText } from "../../../domain/method/text"
import { knowsPayer, unknownOfPayer, type PayAgainField } from "../../../domain/session/pay-again"
import { PSE } from "../../../domain/method/pse"
import type { Instructions } from "../../../domain/session/data"
import type { Language } from "../../../domain/text/language"
import type { OpenPayment, OrderOfPage } from "../../../workflows/pay-again/page"
import type { StartProblem, Started } from "../../../workflows/pay-again/start"
import { documentLabel } from "../page/person"
import { NO_BANKS, PERSON_TYPE_LABELS } from "./texts"

export interface Choice {
  value: string
  label: string
}

export interface MethodChoice {
  payment_method: string
  label: string
  icon: MethodIcon
  /** Why it cannot be chosen; null: it can. */
  reason: string | null
}

/** What the page asks and shows while the order can be paid. Nothing of the payer but the initials. */
export interface PayForm extends OrderOfPage {
  state: "form"
  /** In major units. */
  amount: string
  currency: string
  methods: MethodChoice[]
  /** "C. P." of the order's payer; null: nobody is known, and all is asked. */
  payer: string | null
  /** Unknown fields of the order's payer. */
  asked: CustomerFieldName[]
  document_types: Choice[]
  phone_code: string
  waiting: { label: string; url: string | null; instructions: Instructions | null } | null
  /** What is asked of who pays by PSE; null: the service's page asks for it. */
  pse: { banks: Choice[]; person_types: Choice[] } | null
  /** Why the newest payment did not come. */
  ended: string | null
  problem: StartProblem | null
  wrong: readonly PayAgainField[]
  /** What was typed before. */
  values: Readonly<Record<string, string>>
}

export type PayPageView = { language: Language } & (
  | PayForm
  | ({ state: "nothing_owed" | "order_canceled" | "arriving" | "elsewhere" } & OrderOfPage)
  | { state: "unknown" }
  /** It cannot be read now. */
  | { state: "unread" }
)

/** The page for what was found behind an address, or what came of a post; `values` is what was typed. */
export function viewOf(
  page: Exclude<Started, { state: "go" }>,
  language: Language,
  values: Readonly<Record<string, string>> = {}
): PayPageView {
  return page.state === "open"
    ? { language, ...formOf(page, language), values }
    : { language, ...page }
}

function formOf(
  page: OpenPayment & { problem?: StartProblem; wrong?: readonly PayAgainField[] },
  language: Language
): Omit<PayForm, "values"> {
  const { store, order, amount, country, known, waiting, newest, pse } = page
  const { currency, phone_code, document_types } = country
  return {
    ...{ state: "form", store, order, amount, currency, phone_code },
    methods: country.methods
      .filter(({ enabled }) => enabled)
      .map((method) => ({
        payment_method: method.payment_method,
        label: method.label[language],
        icon: methodIcon(method.payment_method),
        reason:
          method.payment_method === PSE && pse?.banks.length === 0
            ? NO_BANKS[language]
            : reasonText(methodAvailability(method, amount).reason, method, {
                ...{ currency, language },
              }),
      })),
    pse: pse && {
      banks: pse.banks.map(({ code, name }) => ({ value: code, label: name })),
      person_types: pse.person_types.map((value) => ({
        value,
        label: PERSON_TYPE_LABELS[value][language],
      })),
    },
    payer: knowsPayer(page) ? initials(known.full_name ?? "") : null,
    asked: unknownOfPayer(page),
    document_types: document_types.map((value) => ({
      value,
      label: documentLabel(value, language),
    })),
    waiting: waiting && {
      label: labelOf(page, waiting.payment_method, language),
      url: waiting.url,
      instructions: waiting.instructions,
    },
    ended: waiting === null && newest !== null ? endMessage(newest, language) : null,
    problem: page.problem ?? null,
    wrong: page.wrong ?? [],
  }
}

/** Also of a method that the store offers no more. */
function labelOf({ country }: OpenPayment, payment_method: string, language: Language): string {
  const known = country.methods.find((method) => method.payment_method === payment_method)
  return (known ?? methodText(payment_method)).label[language]
}

const PROBLEMS: Record<StartProblem, 400 | 409 | 429 | 503> = {
  changed: 409,
  busy: 409,
  too_many: 429,
  refused: 400,
  failed: 503,
}

/** The status of the answer that shows the page. */
export function payPageStatus(
  view: PayPageView,
  posted: boolean
): 200 | 400 | 404 | 409 | 410 | 429 | 503 {
  switch (view.state) {
    case "form":
      return view.problem !== null ? PROBLEMS[view.problem] : view.wrong.length > 0 ? 400 : 200
    case "nothing_owed":
    case "order_canceled":
      return 410
    case "arriving":
    case "elsewhere":
      return posted ? 409 : 200
    case "unknown":
      return 404
    case "unread":
      return 503
  }
}
