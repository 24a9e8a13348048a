import {
  LINKS,
  PAYMENTS,
  SESSIONS,
  type Cart,
  type Left,
  type Link,
  type Payment,
  type Session,
  type Worker,
  type World,
} from "./world"

// Looked up once: a test's global objects are slow to reach.
const { set } = Reflect

type Width<T> = readonly (readonly [keyof T, number])[]

/** Bits of each field. A value that needs more is refused, so that no two states look alike. */
const LINK: Width<Link> = [
  ["exists", 1],
  ["truth", 2],
  ["answer", 2],
  ["status", 2],
  ["lapsed", 1],
  ["asked", 1],
  ["voucher", 1],
  ["less", 1],
  ["foreign", 1],
  ["for_order", 1],
  ["accepted", 1],
  ["total", 1],
  ["session", 2],
  ["excluded", 1],
  ["settled", 1],
  ["marked", 1],
  ["placed", 1],
  ["apply", 2],
  ["woken", 1],
  ["changed", 1],
  ["waited", 1],
  ["anomaly", 3],
  ["of_order", 1],
  ["decision", 2],
  ["end", 2],
  ["payout", 2],
  ["payout_source", 2],
  ["payout_of", 2],
  ["lease", 3],
  ["expired", 1],
]
const SESSION: Width<Session> = [
  ["state", 3],
  ["amount", 2],
]
const PAYMENT: Width<Payment> = [
  ["link", 2],
  ["session", 2],
  ["amount", 2],
  ["canceled", 1],
  ["captured", 1],
  ["refund", 2],
  ["on_order", 1],
]
const WORKER: Width<Worker> = [
  ["job", 3],
  ["link", 1],
  ["at", 4],
  ["plan", 10],
  ["before", 9],
  ["locked", 1],
  ["session", 2],
  ["sessions", 3],
  ["payments", 3],
]
const CART: Width<Cart> = [
  ["total", 1],
  ["miscounted", 1],
  ["order", 2],
  ["order_total", 1],
  ["link_to_cart", 1],
  ["link_to_collection", 1],
  ["placed", 1],
  ["completion", 4],
  ["completion_by", 2],
  ["completion_session", 2],
  ["completion_payment", 2],
  ["completion_answer", 2],
  ["dead_lock", 1],
  ["order_lock", 3],
  ["posted", 2],
  ["posted_seen", 3],
  ["canceling", 1],
  ["canceling_seen", 3],
  ["broken", 3],
]
const LEFT: Width<Left> = [
  ["crashes", 2],
  ["posts", 2],
  ["changes", 1],
  ["completions", 2],
  ["failures", 1],
  ["freezes", 1],
  ["cancels", 1],
  ["decisions", 2],
  ["refunds", 1],
]

const sum = <T>(widths: Width<T>): number => widths.reduce((bits, [, width]) => bits + width, 0)
const BITS =
  LINKS * sum(LINK) +
  SESSIONS * sum(SESSION) +
  PAYMENTS * sum(PAYMENT) +
  2 * sum(WORKER) +
  sum(CART) +
  sum(LEFT)

/** 32-bit words of a state. */
export const WORDS = Math.ceil(BITS / 32)

type Writer<T> = (part: T) => void

class Bits {
  readonly words = new Uint32Array(WORDS)
  private word = 0
  private bit = 0

  rewind(): void {
    this.words.fill(0)
    this.word = 0
    this.bit = 0
  }

  from(words: Uint32Array, at: number): void {
    this.words.set(words.subarray(at, at + WORDS))
    this.word = 0
    this.bit = 0
  }

  put(value: number, width: number): void {
    const space = 32 - this.bit
    this.words[this.word] |= value << this.bit
    if (width < space) {
      this.bit += width
      return
    }
    this.word += 1
    this.bit = width - space
    if (this.bit > 0) {
      this.words[this.word] |= value >>> space
    }
  }

  take(width: number): number {
    const space = 32 - this.bit
    let value = this.words[this.word] >>> this.bit
    if (width < space) {
      this.bit += width
    } else {
      this.word += 1
      this.bit = width - space
      if (this.bit > 0) {
        value |= this.words[this.word] << space
      }
    }
    return value & ((1 << width) - 1)
  }
}

const bits = new Bits()

function writer<T extends Record<keyof T, number>>(name: string, widths: Width<T>): Writer<T> {
  return (part) => {
    for (const [field, width] of widths) {
      const value = part[field]
      if (value >= 1 << width) {
        throw new Error(`${name}.${String(field)} is ${value}: it has ${width} bits in layout.ts`)
      }
      bits.put(value, width)
    }
  }
}

function reader<T extends Record<keyof T, number>>(widths: Width<T>): Writer<T> {
  return (part) => {
    for (const [field, width] of widths) {
      set(part, field, bits.take(width))
    }
  }
}

const putLink = writer("link", LINK)
const putSession = writer("session", SESSION)
const putPayment = writer("payment", PAYMENT)
const putWorker = writer("worker", WORKER)
const putCart = writer("cart", CART)
const putLeft = writer("left", LEFT)
const takeLink = reader(LINK)
const takeSession = reader(SESSION)
const takePayment = reader(PAYMENT)
const takeWorker = reader(WORKER)
const takeCart = reader(CART)
const takeLeft = reader(LEFT)

/** The state as words; the same array each time. */
export function pack({ links, sessions, payments, workers, cart, left }: World): Uint32Array {
  bits.rewind()
  links.forEach(putLink)
  sessions.forEach(putSession)
  payments.forEach(putPayment)
  workers.forEach(putWorker)
  putCart(cart)
  putLeft(left)
  return bits.words
}

/** Reads the state that begins at this word into `world`. */
export function unpack(words: Uint32Array, at: number, world: World): World {
  bits.from(words, at)
  world.links.forEach(takeLink)
  world.sessions.forEach(takeSession)
  world.payments.forEach(takePayment)
  world.workers.forEach(takeWorker)
  takeCart(world.cart)
  takeLeft(world.left)
  return world
}
