import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { z } from "zod"

/**
 * Medusa's command line would read a script's options as its own, so they are passed in the
 * environment.
 */
const ARGUMENTS = "PAYIN_COMMAND_ARGUMENTS"

/** The file descriptor on which a script answers, where its output is for a program. */
export const ANSWER = 3

/**
 * Runs a script with the store's container, as `medusa exec` does: in the folder the store is
 * started from, with its configuration and environment. Answers the exit code.
 *
 * @param answers the script writes to {@link ANSWER}: that alone goes to the standard output, and what
 *   Medusa logs goes to the errors
 */
export function runInStore(
  script: string,
  args: readonly string[],
  { answers = false }: { answers?: boolean } = {}
): Promise<number> {
  const folder = process.cwd()
  const child = spawn(process.execPath, [medusaCli(folder), "exec", script], {
    cwd: folder,
    // Medusa's log lines would bury the command's output; warnings still appear.
    env: { LOG_LEVEL: "warn", ...process.env, [ARGUMENTS]: JSON.stringify(args) },
    stdio: answers ? ["inherit", process.stderr, "inherit", "pipe"] : "inherit",
  })
  child.stdio[ANSWER]?.on("data", (part: Buffer) => process.stdout.write(part))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve(code ?? 1))
  })
}

/** The arguments that the person typed. */
export function argumentsOfCommand(): string[] {
  return z.array(z.string()).parse(JSON.parse(process.env[ARGUMENTS] ?? "[]"))
}

/** @throws Error in words for a person who stands in the wrong folder */
function medusaCli(folder: string): string {
  try {
    const resolve = createRequire(path.join(folder, "package.json")).resolve
    return path.join(path.dirname(resolve("@medusajs/cli/package.json")), "cli.js")
  } catch {
    throw new Error(`there is no Medusa in ${folder}: run this where your store is started from`)
  }
}

/** What a command about one customer says of itself, and the script that does it. */
export interface CustomerCommand {
  name: string
  help: string
  script: string
  /** See {@link runInStore}. */
  answers?: boolean
}

/** Runs a command whose one argument is a customer, by id or e-mail address; its refusal is one line. */
export function runForCustomer(command: CustomerCommand): void {
  startForCustomer(command).catch((error: unknown) => {
    console.error(`${command.name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
}

async function startForCustomer({ help, script, answers }: CustomerCommand): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((arg) => ["-h", "--help"].includes(arg))) {
    console.log(help)
    return
  }
  const [customer] = args
  if (customer === undefined || args.length > 1 || customer.startsWith("-")) {
    throw new Error("name one customer, by id or e-mail address (see --help)")
  }
  process.exitCode = await runInStore(script, [customer], { answers })
}
