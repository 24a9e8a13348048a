import type { Request } from "express"
import type { z } from "zod"
import type { Control } from "./control"

/** One route of the control API. */
export interface ControlRoute {
  method: "get" | "post" | "delete"
  path: string
  does: string
  /** Shape of the body or of the query; read by `GET /_sandbox`. */
  takes?: z.ZodType
  act: (control: Control, request: Request) => unknown
}
