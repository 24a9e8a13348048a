/* global exports, process */
// The other end of companion.mjs: questions come over the channel between the two processes.

exports.answerWith = function (answers) {
  process.on("message", async ({ id, question, subject }) => {
    try {
      process.send({ id, answer: await answers[question](subject) })
    } catch (error) {
      process.send({ id, problem: error.message })
    }
  })
  process.once("disconnect", () => process.exit(0))
  process.once("SIGTERM", () => process.exit(0))
}
