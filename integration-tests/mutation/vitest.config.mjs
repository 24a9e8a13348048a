// The unit tests of src/domain as jest runs them, by a runner that keeps what it loaded between two mutants:
// jest loads every spec anew for each, some four seconds.
export default {
  test: {
    globals: true,
    include: ["src/{domain,tables}/__tests__/*.unit.spec.ts"],
    // They use jest's own clock and mocks.
    exclude: ["**/clock.unit.spec.ts", "**/reference.unit.spec.ts"],
    setupFiles: ["integration-tests/mutation/short-properties.mjs"],
    pool: "threads",
    isolate: false,
    testTimeout: 10_000,
  },
}
