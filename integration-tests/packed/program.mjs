import { spawn } from "node:child_process"
import { once } from "node:events"

import { PlainError } from "../demo/steps/settings.mjs"
import { medusaEnvironment } from "../support/medusa/process.mjs"

const SHOWN_LINES = 30

/** It ends what hangs: the longest of them takes two minutes. */
const HANGS_MS = 1_800_000

/**
 * What programs of a stranger find around them: nothing of this repository, and `folder`, where their Node is, first
 * on the path.
 */
export function strangersEnvironment(folder, settings = {}) {
  const environment = medusaEnvironment({
    NODE_ENV: "production",
    NODE_PATH: "",
    ...settings,
  })
  return { ...environment, PATH: `${folder}:${environment.PATH}` }
}

/** Runs a program to its end and answers what it printed; throws with the end of what it said when it fails. */
export async function run(program, args, { cwd, env }) {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: HANGS_MS,
  })
  const said = { stdout: "", all: "" }
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => {
      said.all += text
      if (name === "stdout") said.stdout += text
    })
  }
  const [code, signal] = await once(child, "close").catch(({ message }) => [message])
  if (code === 0) return said.stdout
  const end = said.all.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n")
  throw new PlainError(`${program} ${args.join(" ")}: ${code ?? signal}\n${end}`)
}
