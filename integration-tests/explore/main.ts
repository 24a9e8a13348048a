import { parseArgs } from "node:util"
import { LARGE, SMALL, startOf, type Bound } from "./bounds"
import { explore } from "./explore"
import { LARGE_RENEWALS, SMALL_RENEWALS, startOf as startOfRenewal } from "./renewal/bounds"
import { exploreRenewal } from "./renewal/explore"
import { tell } from "./words"

const HELP = `npm run explore -- [--small] [--most STATES] [--only WORDS]

Looks at every state of the surroundings of a link, and of a period of a subscription, within the bounds of
integration-tests/explore/bounds.ts and integration-tests/explore/renewal/bounds.ts
(docs/testing.md#what-npm-run-explore-looks-at). Ends with 0 when no rule is broken.

  --small        the bounds of npm test
  --most STATES  stop each bound after so many states
  --only WORDS   bounds whose name holds these words
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      small: { type: "boolean" },
      most: { type: "string" },
      only: { type: "string", default: "" },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const most = values.most === undefined ? undefined : Number(values.most)
  const isWanted = ({ name }: { name: string }) => name.includes(values.only)
  const links = (values.small ? SMALL : LARGE).filter(isWanted)
  const renewals = (values.small ? SMALL_RENEWALS : LARGE_RENEWALS).filter(isWanted)
  let failed = 0
  let all = 0
  const begun = performance.now()
  const count = ({ states, broken }: { states: number; broken: unknown }) => {
    all += states
    failed += broken ? 1 : 0
  }
  for (const bound of links) count(await exploreBound(bound, most))
  for (const { name, left, ...bound } of renewals) {
    count(
      told(name, left, () => exploreRenewal(startOfRenewal({ name, left, ...bound }), { most }))
    )
  }
  const minutes = (performance.now() - begun) / 60_000
  say(`${number(all)} states, ${number(all / minutes)} a minute`)
  say(`${links.length + renewals.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function exploreBound(bound: Bound, most?: number) {
  const begun = performance.now()
  const start = startOf(bound)
  const explored = await explore(start, { most })
  const seconds = (performance.now() - begun) / 1000
  const left = Object.entries(bound.left).map(([name, count]) => `${name} ${count}`)
  say(`${bound.name} (${left.join(", ")})`)
  const { states, moves, rests, complete, broken } = explored
  const end = complete ? "all of them" : broken ? "until a rule broke" : "then stopped"
  say(
    `  ${number(states)} states, ${number(moves)} moves, ${rests} at rest, ${end}, ${seconds.toFixed(0)} s`
  )
  if (broken !== null) {
    say(`  BROKEN: ${broken.rule}`)
    const sentences = await tell(start, broken.way)
    sentences.forEach((one, index) => say(`  ${String(index + 1).padStart(3)}. ${one}`))
  }
  return explored
}

function told(
  name: string,
  left: object,
  look: () => ReturnType<typeof exploreRenewal>
): ReturnType<typeof exploreRenewal> {
  const begun = performance.now()
  const explored = look()
  const { states, rests, complete, broken } = explored
  const seconds = (performance.now() - begun) / 1000
  const bounds = Object.entries(left).map(([what, count]) => `${what} ${count}`)
  say(`a renewal: ${name} (${bounds.join(", ")})`)
  const end = complete ? "all of them" : broken ? "until a rule broke" : "then stopped"
  say(`  ${number(states)} states, ${rests} at rest, ${end}, ${seconds.toFixed(0)} s`)
  if (broken !== null) {
    say(`  BROKEN: ${broken.rule}`)
    broken.way.forEach((one, index) => say(`  ${String(index + 1).padStart(3)}. ${one}`))
  }
  return explored
}

const number = (value: number): string => Math.round(value).toLocaleString("en")

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

void main().then((code) => {
  process.exitCode = code
})
