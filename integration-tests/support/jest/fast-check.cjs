// fast-check with the seed of this run: the same commit tries the same values on every machine. FUZZ_SEED is another
// seed, for a person who looks for more.

// Required by its path: jest maps the name `fast-check` to this file (jest.config.js).
const fc = require("../../../node_modules/fast-check/lib/cjs/fast-check.js")

const seed = Number(process.env.FUZZ_SEED ?? 1)
if (!Number.isInteger(seed)) {
  throw new Error(`FUZZ_SEED is "${process.env.FUZZ_SEED}": it is a whole number`)
}
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

module.exports = fc
