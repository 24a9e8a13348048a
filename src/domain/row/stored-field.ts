import { z } from "zod"
import { majorAmount } from "../money/amount"
import { parseReference, parseTicket } from "./reference"

// Columns of the plugin's own tables, read back as the types they were written from.

export const storedInstant = z.date()

/** In major units. */
export const storedAmount = z.string().transform((text) => majorAmount(text))

export const storedTicket = z.string().transform(parseTicket)

export const storedReference = z.string().transform((text, context) => {
  const parsed = parseReference(text)
  if (parsed === null) {
    context.addIssue({ code: "custom", message: "not a reference of ours" })
    return z.NEVER
  }
  return parsed
})
