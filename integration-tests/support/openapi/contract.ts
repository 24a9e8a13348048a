import { readFileSync } from "node:fs"
import path from "node:path"
import Ajv2020 from "ajv/dist/2020"
import type { Response, Test } from "supertest"
import { parse } from "yaml"
import { pointerTo } from "./check"

const FILE = path.resolve(__dirname, "../../../docs/openapi.yaml")

/** The contract as a caller has it, against what is really sent and answered. */
export class Contract {
  readonly document = parse(readFileSync(FILE, "utf8"))
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  /** Operations of which an answer that was no refusal was compared. */
  private readonly compared = new Set<string>()

  constructor() {
    this.ajv.addSchema(this.document, "contract")
  }

  /**
   * Sends it, and compares what is posted and answered with what the contract says of both; answers
   * the answer.
   */
  async holds(request: Test, status: number, posted?: object | string): Promise<Response> {
    const { method, url } = request
    const address = this.addressOf(method, new URL(url).pathname)
    const answer = await (posted === undefined ? request : request.send(posted))
    const sent = posted === undefined || status >= 400 ? [] : this.sent(address, request, posted)
    const name = `${method} ${url}`
    expect([name, answer.status, answer.text]).toEqual([name, status, answer.text])
    expect([name, sent, this.answered(address, answer)]).toEqual([name, [], []])
    if (status < 400) {
      this.compared.add(`${method} ${address.at(1) ?? ""}`)
    }
    return answer
  }

  /** Operations of the contract that no answer was compared with yet. */
  left(): string[] {
    return Object.entries<object>(this.document.paths)
      .flatMap(([address, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`)
      )
      .filter((name) => !this.compared.has(name))
  }

  /** What a body of an operation must hold. */
  needed(method: string, address: string): string[] {
    const { content } = this.document.paths[address][method].requestBody
    return content["application/json"].schema.required
  }

  /**
   * What `value` has that the schema at this place of the contract does not, or the other way
   * round.
   */
  differences(place: string[], value: unknown): string[] {
    const validate = this.ajv.compile({ $ref: `contract#/${pointerTo(place)}` })
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  private answered(address: string[], { status, type, body, text }: Response): string[] {
    const { responses } = this.at(address)
    const code = [String(status), `${String(status)[0]}XX`].find((one) => one in responses)
    if (code === undefined || !(type in responses[code].content)) {
      return [`${status} ${type} is no answer of the contract`]
    }
    const value: unknown = type === "application/json" ? body : text
    return this.differences([...address, "responses", code, "content", type, "schema"], value)
  }

  private sent(address: string[], request: Test, posted: object | string): string[] {
    const type = request.get("Content-Type")
    const { requestBody } = this.at(address)
    if (requestBody === undefined) {
      return Object.keys(posted).length === 0 ? [] : ["nothing can be posted"]
    }
    if (!(type in requestBody.content)) {
      return [`${type} cannot be posted`]
    }
    const isText = type === "application/json" && typeof posted === "string"
    const value: unknown = isText ? JSON.parse(posted) : posted
    return this.differences([...address, "requestBody", "content", type, "schema"], value)
  }

  private at([, address = "", method = ""]: string[]) {
    return this.document.paths[address][method]
  }

  /** The place of the operation that serves a path: the one with the fewest names for anything. */
  private addressOf(method: string, pathname: string): string[] {
    const fits = Object.keys(this.document.paths).filter((address) =>
      new RegExp(`^${address.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname)
    )
    const named = fits.sort((a, b) => a.split("{").length - b.split("{").length)
    const address = named.find((one) => method.toLowerCase() in this.document.paths[one])
    if (address === undefined) {
      throw new Error(`the contract has no ${method} ${pathname}`)
    }
    return ["paths", address, method.toLowerCase()]
  }
}
