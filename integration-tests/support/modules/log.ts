import type { Logger } from "@medusajs/framework/types"

/** Medusa's logger, which shows nothing and keeps what it was told. */
export class RecordingLog implements Logger {
  readonly lines: { level: string; message: string }[] = []

  panic = (data: unknown) => this.note("panic", data)
  error = (message: unknown) => this.note("error", message)
  failure = (_activity: string, message: string) => this.note("failure", message)
  success = (_activity: string, message: string) => ({ logged: this.note("success", message) })
  activity = (message: string) => String(this.note("activity", message))
  progress = (_activity: string, message: string) => this.note("progress", message)
  warn = (message: string) => this.note("warn", message)
  info = (message: string) => this.note("info", message)
  http = (message: string) => this.note("http", message)
  verbose = (message: string) => this.note("verbose", message)
  debug = (message: string) => this.note("debug", message)
  silly = (message: string) => this.note("silly", message)
  log = (...args: unknown[]) => this.note("log", args.join(" "))
  shouldLog = () => true
  setLogLevel = () => {}
  unsetLogLevel = () => {}

  /** Answers how many lines there are. */
  private note(level: string, message: unknown): number {
    const text = message instanceof Error ? message.message : String(message)
    return this.lines.push({ level, message: text })
  }
}
