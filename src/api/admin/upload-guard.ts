import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import {
  HARMLESS_ENDINGS,
  isHarmlessFile,
  isHarmlessType,
} from "../../domain/operator/uploaded-file"
import { servicesOf } from "../../workflows/settle"
import { refuse } from "../refusal"

const uploaded = z.array(z.object({ originalname: z.string(), mimetype: z.string() }))
const announced = z.object({ originalname: z.string(), mime_type: z.string() })

/**
 * Refuses files in which a browser runs script. Medusa serves uploads from the address of its
 * admin, so an approver who opens such a file of a colleague approves what its script says
 * (docs/medusa.md#uploaded-files).
 */
export function guardUpload(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const refused = filesIn(req).find(
    ({ name, type }) => !isHarmlessFile(name) || !isHarmlessType(type)
  )
  if (refused === undefined || servicesOf(req.scope).gateway.options.uploads === "any") {
    next()
    return
  }
  const message =
    `${refused.name} (${refused.type}): this kind of file may run script in the browser of a colleague. These are taken: ` +
    `${HARMLESS_ENDINGS.join(", ")}. If the store serves its files from another site, set the option ` +
    'uploads of medusa-plugin-payin to "any".'
  refuse(res, { status: 400, type: "invalid_data", message, field: "files" })
}

interface File {
  name: string
  type: string
}

/** The posted files, or the one that is announced for an upload to follow. */
function filesIn(req: MedusaRequest): File[] {
  const files = uploaded.safeParse("files" in req ? req.files : undefined)
  const one = announced.safeParse(req.body)
  return [
    ...(files.success
      ? files.data.map(({ originalname, mimetype }) => ({ name: originalname, type: mimetype }))
      : []),
    ...(one.success ? [{ name: one.data.originalname, type: one.data.mime_type }] : []),
  ]
}
