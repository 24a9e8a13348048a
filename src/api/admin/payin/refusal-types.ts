// Why a route under /admin/payin says no, by stable names.

export type { FaultCode } from "../../../domain/error/fault"
export type { RefusalCode } from "../../../domain/error/refusal-code"
