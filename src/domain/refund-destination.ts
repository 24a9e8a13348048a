import type { CountryCode, CountryRule } from "./countries"
import { type CustomerData, type FieldProblem, readCustomerFields } from "./customer-data"

/** Where a shopper wants money back: the destination of a payout (interface.md 2.2). Secret: sealed when kept. */
export interface RefundDestination extends Partial<CustomerData> {
  payment_method?: string
  bank: string
  account_number: string
  account_type: string
}

interface PayOutRule {
  methods: readonly string[]
  account_types: readonly string[]
  document_types: readonly string[]
}

// Methods interface.md 1; account types gaps.md PayOut ("CO: AHORRO, CORRIENTE; PE: all three"); a payout in
// CO also takes a NIT (interface.md 2.2); there is no payout in MX (gaps.md PayOut).
const PAYOUT: Record<CountryCode, PayOutRule> = {
  CO: {
    methods: ["BANK_TRANSFER", "TRANSFIYA", "SERVICE", "BREB"],
    account_types: ["AHORRO", "CORRIENTE"],
    document_types: ["NIT"],
  },
  PE: {
    methods: ["BANK_TRANSFER"],
    account_types: ["AHORRO", "CORRIENTE", "WALLET"],
    document_types: [],
  },
  MX: { methods: [], account_types: [], document_types: [] },
}

// Bank names are upper-case free text checked by the service (gaps.md PayOut). For BREB the key stands in
// account_number, and a key may be an e-mail address, an @alias or a phone number.
const BANK = /^[\p{Lu}0-9 .&_-]{2,60}$/u
const ACCOUNT_NUMBER = /^[A-Za-z0-9@._+-]{3,64}$/

const PATH = "refund_destination"

/** Reads `refund_destination` as posted; undefined with no problems when there is none. */
export function readRefundDestination(
  input: unknown,
  country: CountryRule
): { destination: RefundDestination | undefined; problems: FieldProblem[] } {
  if (input === undefined || input === null) {
    return { destination: undefined, problems: [] }
  }
  if (typeof input !== "object" || Array.isArray(input)) {
    return failed("must be an object")
  }
  const allowed = PAYOUT[country.country]
  if (allowed.methods.length === 0) {
    return failed(`is not possible in ${country.country}: money cannot be sent there`)
  }
  const problems: FieldProblem[] = []
  const text = (name: string, required: boolean, accept: (value: string) => string | null) => {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    const given = typeof value === "string" ? value.trim() : (value ?? "")
    const problem =
      typeof given !== "string"
        ? "must be a text"
        : given === ""
          ? required && "is missing"
          : accept(given)
    if (typeof problem === "string") {
      problems.push({ field: `${PATH}.${name}`, message: `${PATH}.${name} ${problem}.` })
    }
    return typeof given === "string" ? given : ""
  }
  const payment_method = text("payment_method", false, oneOf(allowed.methods))
  const bank = text("bank", true, (value) =>
    BANK.test(value.toUpperCase()) ? null : "must be the bank's name, 2 to 60 letters or digits"
  )
  const account_number = text("account_number", true, (value) =>
    ACCOUNT_NUMBER.test(value.replace(/\s/g, ""))
      ? null
      : "must be 3 to 64 digits, letters or one of @ . _ + -"
  )
  const account_type = text("account_type", true, oneOf(allowed.account_types))
  const person = readCustomerFields(
    input,
    PATH,
    [...country.document_types, ...allowed.document_types],
    country.phone_code
  )
  problems.push(...person.problems)
  if (problems.length > 0) {
    return { destination: undefined, problems }
  }
  return {
    destination: {
      ...person.data,
      ...(payment_method === "" ? {} : { payment_method }),
      bank: bank.toUpperCase(),
      account_number: account_number.replace(/\s/g, ""),
      account_type,
    },
    problems: [],
  }
}

function oneOf(values: readonly string[]): (value: string) => string | null {
  return (value) => (values.includes(value) ? null : `must be one of ${values.join(", ")}`)
}

function failed(problem: string): { destination: undefined; problems: FieldProblem[] } {
  return { destination: undefined, problems: [{ field: PATH, message: `${PATH} ${problem}.` }] }
}
