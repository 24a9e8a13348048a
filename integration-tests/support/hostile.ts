import net from "node:net"
import fc, { type Arbitrary } from "fast-check"

/** What a client gets that keeps to no rule. */
export interface HostileAnswer {
  /** 0: the connection ended or stayed silent. */
  status: number
  ms: number
  body: string
}

/** A request as bytes on a connection of its own. Nothing is corrected on the way. */
export interface HostileRequest {
  method: string
  /** The request target as it stands in the first line, each character one byte. */
  target: string
  /** Each character one byte; a name may come twice. */
  headers: readonly (readonly [name: string, value: string])[]
  framing: Framing
  body: Body
}

/** Bytes that a failing property prints in short. */
export class Body {
  constructor(readonly bytes: Buffer) {}

  [fc.toStringMethod](): string {
    const shown = JSON.stringify(this.bytes.subarray(0, 300).toString("latin1"))
    return `${this.bytes.length} bytes ${shown}`
  }
}

/**
 * How the body's size is told: truly, as one chunk a piece, as less or more than is sent, or not at
 * all.
 */
export type Framing =
  | { kind: "length" }
  | { kind: "chunked"; pieces: number }
  | { kind: "length that lies"; length: string }
  | { kind: "none" }

// The machine may be busy, and stand still for seconds; what hangs waits much longer than this.
const SILENT_AFTER_MS = 60_000
const SILENT_AFTER_LIE_MS = 300

/** Sends the bytes and reads the first answer, or sees the connection end. */
export function sendHostile(url: string, request: HostileRequest): Promise<HostileAnswer> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname)
    const read: Buffer[] = []
    const end = (status: number, body = "") => {
      clearTimeout(late)
      socket.destroy()
      resolve({ status, ms: performance.now() - started, body })
    }
    const wait = mayLie(request) ? SILENT_AFTER_LIE_MS : SILENT_AFTER_MS
    const late = setTimeout(() => end(0), wait)
    socket.on("data", (bytes) => {
      read.push(bytes)
      const answer = readAnswer(Buffer.concat(read).toString("latin1"), request.method)
      if (answer !== null) {
        end(answer.status, answer.body)
      }
    })
    socket.on("error", () => end(0))
    socket.on("close", () => end(0))
    socket.write(bytesOf(request, `${hostname}:${port}`))
  })
}

function bytesOf({ method, target, headers, framing, body }: HostileRequest, host: string): Buffer {
  const told = framingHeaders(framing, body.bytes)
  const lines = [["host", host], ...headers, ...told].map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n")
  return Buffer.concat([Buffer.from(head, "latin1"), ...framed(framing, body.bytes)])
}

function framingHeaders(framing: Framing, body: Buffer): [string, string][] {
  switch (framing.kind) {
    case "length":
      return [["content-length", String(body.length)]]
    case "length that lies":
      return [["content-length", framing.length]]
    case "chunked":
      return [["transfer-encoding", "chunked"]]
    case "none":
      return []
  }
}

function framed(framing: Framing, body: Buffer): Buffer[] {
  if (framing.kind !== "chunked") {
    return [body]
  }
  const size = Math.max(1, Math.ceil(body.length / framing.pieces))
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"))
  }
  return [...pieces, Buffer.from("0\r\n\r\n")]
}

/** The first answer once all of it is there. An interim one (`100 Continue`) is none. */
function readAnswer(text: string, method: string): { status: number; body: string } | null {
  const end = text.indexOf("\r\n\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
  if (end === -1 || Number.isNaN(status)) {
    return null
  }
  const headers = text.slice(0, end)
  const body = text.slice(end + 4)
  if (status < 200) {
    return readAnswer(body, method)
  }
  const length = /^content-length: (\d+)$/im.exec(headers)
  const chunked = /^transfer-encoding:/im.test(headers)
  const whole =
    length === null ? !chunked || body.endsWith("0\r\n\r\n") : body.length >= Number(length[1])
  return whole || method === "HEAD" ? { status, body } : null
}

// What breaks databases, parsers and prototypes, one character a byte or not.
const NASTY_TEXTS = [
  "\0",
  "a\0b",
  "\ud800",
  "x\udc00y",
  "\u202e\ufeff",
  "__proto__",
  "constructor",
  "toString",
  "' or '1'='1",
  "${7*7}{{7*7}}",
  "../../etc/passwd",
  "%00",
  "%ff",
  "%",
  "\r\nx-injected: 1",
  "9".repeat(400),
  "-0",
  "1e999",
  "NaN",
]

/** Any text: also NUL, halves of surrogate pairs, and what other programs would run. */
export const anyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(...NASTY_TEXTS),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc.nat({ max: 3000 }).map((length) => "x".repeat(length))
)

const anyNumber: Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, -0, 2 ** 53 + 2)
)

/** Any JSON value that is not deep. */
export const anyJson: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(anyText, anyNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.oneof(anyText, fc.constantFrom(...NASTY_TEXTS)), tie("value")), {
        maxLength: 5,
      })
      // Unlike an assignment, this makes an own property of a key such as __proto__.
      .map((entries) => Object.fromEntries(entries))
  ),
})).value

/** JSON texts that cost a careless reader its stack, its memory or its numbers. */
const nastyJsonText: Arbitrary<string> = fc.constantFrom(
  "[".repeat(30_000),
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`,
  `[${"0,".repeat(25_000)}0]`,
  `{${Array.from({ length: 4_000 }, (_, n) => `"k${n}":0`).join()}}`,
  '{"__proto__":{"provider_id":"x"},"constructor":{"prototype":{}}}',
  '{"top_reference":1e999,"top_ticket":-1e999}',
  "123456789012345678901234567890",
  '"\\ud800"',
  '{"a":1}{"a":2}',
  "\ufeff{}",
  ""
)

/** Any bytes, and texts that are nearly JSON. */
export const anyBody: Arbitrary<Body> = fc
  .oneof(
    fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
    nastyJsonText.map((text) => Buffer.from(text)),
    anyJson.map((value) => Buffer.from(JSON.stringify(value))),
    fc.tuple(anyJson, fc.nat()).map(([value, at]) => cut(Buffer.from(JSON.stringify(value)), at))
  )
  .map((bytes) => new Body(bytes))

/** The JSON of a value, whatever is in it. */
export function jsonBody(value: unknown): Body {
  return new Body(Buffer.from(JSON.stringify(value)))
}

function cut(bytes: Buffer, at: number): Buffer {
  return bytes.subarray(0, at % (bytes.length + 1))
}

// Bytes that Node's parser lets into a header; others it refuses before anybody is asked.
const headerValue: Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: latin1({ min: 0x20, max: 0xff, maxLength: 80 }) },
  { weight: 1, arbitrary: latin1({ min: 0, max: 0xff, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.nat({ max: 9000 }).map((length) => "h".repeat(length)) }
)

function latin1(range: { min: number; max: number; maxLength: number }): Arbitrary<string> {
  return fc
    .array(fc.integer({ min: range.min, max: range.max }), { maxLength: range.maxLength })
    .map((codes) => String.fromCharCode(...codes))
}

const KNOWN_HEADERS: Record<string, string[]> = {
  "content-type": [
    "application/json",
    "application/json; charset=utf-16",
    "application/json; charset=nonsense",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    ";;;",
    "",
  ],
  "content-encoding": ["gzip", "deflate", "br", "nonsense", "identity", "gzip, gzip"],
  "x-trx-signature": ["", "f".repeat(64), "F".repeat(64), "0".repeat(4000)],
  "accept-language": ["*", ";;;", "es;q=NaN", "x".repeat(2000)],
  expect: ["100-continue", "nonsense"],
  connection: ["close", "upgrade", "x-trx-signature, host"],
  upgrade: ["websocket", "h2c"],
  host: ["", "a b", "evil.example"],
  authorization: ["Bearer x.y.z", "Bearer ", "Basic !!!", "Basic AAAA"],
  cookie: ["connect.sid=s%3Ax.y", "connect.sid=%", "a=b; a=c;;;="],
  origin: ["null", "http://evil.example"],
  "transfer-encoding": ["chunked", "gzip, chunked", "identity", "nonsense"],
  "content-length": ["0", "-1", "abc", "1e3", "99999999999999999999", "65537"],
  "x-http-method-override": ["DELETE"],
  "x-forwarded-host": ["evil.example"],
  "x-forwarded-for": ["999.999.999.999"],
}

/** Any headers: of those that somebody on the way reads, also twice, and of any name and bytes. */
export const anyHeaders: Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...Object.keys(KNOWN_HEADERS))
        .chain((name) =>
          fc.tuple(
            fc.constant(name),
            fc.oneof(fc.constantFrom(...KNOWN_HEADERS[name]), headerValue)
          )
        ),
    },
    { weight: 1, arbitrary: fc.tuple(fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/), headerValue) }
  ),
  { maxLength: 5 }
)

/**
 * One segment of a path: what a client may write there and what none may, each character one byte.
 */
export const anySegment: Arbitrary<string> = fc.oneof(
  fc.constantFrom("%00", "%ff", "%", "%E0%A4%A", "%zz", "..", "%2e%2e", "%2f", "%5c", "*", ":id"),
  fc.constantFrom("", ";a=b", "a%0d%0ab", "%ed%a0%80", "' or '1'='1", "f".repeat(5000), "\xff\xfe"),
  fc.stringMatching(/^[A-Za-z0-9_%-]{1,40}$/),
  // Encoding refuses half a surrogate pair; a round through bytes replaces it.
  anyText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  latin1({ min: 0x21, max: 0xff, maxLength: 30 })
)

export const anyFraming: Arbitrary<Framing> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "length" as const }) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 20 }).map((pieces) => ({
      kind: "chunked" as const,
      pieces,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("0", "1", "-1", "+1", "0x10", "abc", "", "1, 1", "65537", "9".repeat(30))
      .map((length) => ({ kind: "length that lies" as const, length })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "none" as const }) }
)

/** Whether the size that is told may be wrong, so that no answer, or no whole one, is right too. */
export function mayLie({ headers, framing }: HostileRequest): boolean {
  const told = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  return told || framing.kind === "length that lies"
}

/**
 * `FUZZ_RUNS` makes a run longer or shorter; its seed is that of every random test
 * (jest/fast-check.cjs).
 */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Number(process.env.FUZZ_RUNS ?? usual) }
}
