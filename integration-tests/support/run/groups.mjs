import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

const TESTS_OF_A_GROUP = 120
/** Finds the settings argument of withShop: `{}`, or a constant of shop-settings.ts. */
const ASKS_FOR = /\bwithShop\(\s*"[^"]*",\s*(\{\}|[A-Z_]+),/
const SETTINGS = "integration-tests/support/shop-settings"
/** Such a file changes or measures its whole process, so it gets a process of its own. */
const MEANS_ITS_FILE =
  /\bjest\.(mock|doMock|resetModules|isolateModules|useFakeTimers)\(|--expose-gc/
const TEST = /^\s+it(\.each)?\(/gm

/**
 * Those of these spec files that can share a store, by the `settings` they ask for, in groups of about as many
 * tests: no more than `most` in one.
 */
export function groupsIn(files, most = TESTS_OF_A_GROUP) {
  const shared = new Map([["{}", []]])
  const named = readFileSync(`${SETTINGS}.ts`, "utf8").matchAll(/^export const (\w+)/gm)
  for (const [, name] of named) shared.set(name, [])
  for (const file of files) {
    const text = readFileSync(file, "utf8")
    const [, settings] = text.match(ASKS_FOR) ?? []
    if (runsAlone(file)) continue
    shared.get(settings)?.push({ file, tests: text.match(TEST)?.length ?? 0 })
  }
  return [...shared].flatMap(([settings, specs]) =>
    packed(specs, most).map((files) => ({ settings, files }))
  )
}

/** Whether a spec file must not share its process with others. */
export function runsAlone(file) {
  return MEANS_ITS_FILE.test(readFileSync(file, "utf8"))
}

function packed(specs, most) {
  const all = specs.reduce((sum, { tests }) => sum + tests, 0)
  const groups = Array.from({ length: Math.ceil(all / most) }, () => ({
    files: [],
    tests: 0,
  }))
  for (const { file, tests } of specs.sort((a, b) => b.tests - a.tests)) {
    const smallest = groups.reduce((least, group) => (group.tests < least.tests ? group : least))
    smallest.files.push(file)
    smallest.tests += tests
  }
  return groups.map(({ files }) => files)
}

/**
 * To load and boot a Medusa takes some ten CPU-seconds, which is more than most spec files need. Writes a spec
 * file for each group, which calls its specs on one store (shop.ts, `shareShop`), and answers the files.
 */
export function writeGroups(groups, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const from = (file) => `require(${JSON.stringify(path.relative(folder, file))})`
  return groups.map(({ settings, files }, index) => {
    const asked = settings === "{}" ? settings : `${from(SETTINGS)}.${settings}`
    const specs = files.map((file) => `  ${JSON.stringify(file)}: () => ${from(file)},`)
    const shop = from("integration-tests/support/shop")
    const text = [`${shop}.shareShop(${asked}, {`, ...specs, "})", ""].join("\n")
    const written = path.join(folder, `group-${index + 1}.spec.js`)
    writeFileSync(written, text)
    return written
  })
}

/**
 * jest loads whatever a spec file stands on anew for each file, which is more work than most of their tests: half a
 * CPU-second for a unit's, four for a module's. Writes so many spec files, each of which calls its share of the specs,
 * and answers them.
 */
export function writeShares(files, count, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return Array.from({ length: count }, (_, share) => {
    const calls = files
      .filter((_, index) => index % count === share)
      .map((file) => {
        const required = JSON.stringify(path.relative(folder, file))
        return `describe(${JSON.stringify(file)}, () => {\n  require(${required})\n})\n`
      })
    const written = path.join(folder, `group-${share + 1}.spec.js`)
    writeFileSync(written, calls.join(""))
    return written
  })
}

/** What jest tells of a group, told of its spec files as if each had run by itself. */
export function ungrouped(results) {
  return { ...results, testResults: results.testResults.flatMap(specsOf) }
}

function specsOf(suite) {
  const specs = new Map()
  for (const test of suite.assertionResults) {
    const file = test.ancestorTitles.find((title) =>
      /^(src|integration-tests)\/.*\.spec\.ts$/.test(title)
    )
    if (file === undefined) return [suite]
    const fullName = test.fullName.slice(test.fullName.indexOf(file) + file.length).trim()
    specs.set(file, [...(specs.get(file) ?? []), { ...test, fullName }])
  }
  if (specs.size === 0) return [suite]
  return [...specs].map(([file, assertionResults]) => ({
    ...suite,
    name: path.resolve(file),
    status: assertionResults.some(({ status }) => status === "failed") ? "failed" : "passed",
    assertionResults,
  }))
}
