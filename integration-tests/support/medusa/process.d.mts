export function medusaEnvironment(settings: Record<string, string>): Record<string, string>

export interface Serving {
  pid: number
  /** Exit code or signal. */
  ended: Promise<number | string>
}

export class Medusa {
  constructor(place: { folder: string; environment: Record<string, string>; log: string })
  environment: Record<string, string>
  readonly log: string
  run(...args: string[]): Promise<void>
  serve(server: { port: number; environment?: Record<string, string> }): Promise<Serving>
  stop(): Promise<void>
  close(): Promise<void>
  kill(): Promise<void>
}
