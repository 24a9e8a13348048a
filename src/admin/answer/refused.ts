import { FetchError } from "@medusajs/js-sdk"

/** What the server said no to, with all that it said, e.g. the rows of a file that are wrong. */
export class Refused extends FetchError {
  constructor(
    { status, statusText }: Response,
    readonly body: Record<string, unknown>,
    /** Whether something was to be done, and not only to be seen. */
    readonly acts = false
  ) {
    super(typeof body.message === "string" ? body.message : statusText, statusText, status)
  }
}
