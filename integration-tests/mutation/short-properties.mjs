import { createRequire } from "node:module"
import path from "node:path"

// The repository's own fast-check, which the tests load. A mutant is found by the first run that fails: to look
// for the smallest counterexample takes longer than all the rest.
const fc = createRequire(path.join(process.cwd(), "package.json"))("fast-check")
fc.configureGlobal({ numRuns: 30, endOnFailure: true })
