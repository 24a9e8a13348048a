/** Tells of each test as it ends, in the log of a run that takes minutes. */
module.exports = class Live {
  onTestCaseResult(_test, { status, duration, fullName }) {
    process.stdout.write(`${status} ${((duration ?? 0) / 1000).toFixed(1)} s  ${fullName}\n`)
  }
}
