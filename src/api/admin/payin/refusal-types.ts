// Why a route under /admin/payin says no, by stable names.

export type { FaultCode } from "../../../domain/fault"
export type { RefusalCode } from "../../../domain/refusal-code"
