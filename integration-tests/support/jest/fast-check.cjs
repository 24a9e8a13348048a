// fast-check with the seed of this run: the same commit tries the same values on every machine. FUZZ_SEED is another
// seed, for a person who looks for more.

// By its file, because the name leads here (jest.config.js).
const fc = require("../../../node_modules/fast-check/lib/cjs/fast-check.js")

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FUZZ_SEED ?? 1) })

module.exports = fc
