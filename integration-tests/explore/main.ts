import { parseArgs } from "node:util"
import { LARGE, SMALL, startOf, type Bound } from "./bounds"
import { explore } from "./explore"
import { tell } from "./words"

const HELP = `npm run explore -- [--small] [--most STATES] [--only WORDS]

Looks at every state of a payment's surroundings within the bounds of integration-tests/explore/bounds.ts
(docs/testing.md#what-npm-run-explore-looks-at). Ends with 0 when no rule is broken.

  --small        the bounds of npm test
  --most STATES  stop each start after so many states
  --only WORDS   starts whose name holds these words
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
  const bounds = (values.small ? SMALL : LARGE).filter(({ name }) => name.includes(values.only))
  let failed = 0
  let all = 0
  const begun = performance.now()
  for (const bound of bounds) {
    failed += await exploreBound(bound, most).then(({ states, broken }) => {
      all += states
      return broken ? 1 : 0
    })
  }
  const minutes = (performance.now() - begun) / 60_000
  say(`${number(all)} states, ${number(all / minutes)} a minute`)
  say(`${bounds.length - failed} passed, ${failed} failed`)
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

const number = (value: number): string => Math.round(value).toLocaleString("en")

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

void main().then((code) => {
  process.exitCode = code
})
