import { headline, say, step } from "../demo/steps/progress.mjs"
import { PlainError } from "../demo/steps/settings.mjs"
import { beginningOf, closeReport } from "./run/report.mjs"

/** What a script of checks found, and what took how long. */
export class Tally {
  #passed = 0
  #failures = []
  #leftOut = []
  #took = []
  #tests = []
  #at = "the beginning"

  /** Several checks under a headline of their own. */
  async part(name, work) {
    headline(name)
    const since = performance.now()
    try {
      return await work()
    } finally {
      this.#took.push({ name, seconds: secondsSince(since) })
    }
  }

  /** A step that counts as a test; what follows needs it, so that its failure is thrown. */
  async need(name, work) {
    this.#at = name
    const since = performance.now()
    try {
      const outcome = await step(name, work)
      this.#passed++
      return outcome
    } finally {
      this.#tests.push({ name, seconds: secondsSince(since) })
    }
  }

  /** A test of which nothing else depends. */
  async check(name, work) {
    try {
      await this.need(name, work)
    } catch (error) {
      say(`      ${this.#fail(name, error)}`)
    }
  }

  /** What nobody could try; see leftOut(). */
  leave({ failed, leftOut }) {
    this.#failures.push(...failed)
    this.#leftOut.push(...leftOut)
  }

  /** The run ended before its end. */
  endedEarly(error) {
    say(`\n  ${this.#fail(this.#at, error)}`)
  }

  /** Answers whether nothing failed. */
  close() {
    return closeReport({
      passed: this.#passed,
      failures: this.#failures,
      leftOut: this.#leftOut,
      took: this.#took,
      tests: this.#tests,
    })
  }

  #fail(name, error) {
    const message = error instanceof PlainError ? error.message : error.stack
    this.#failures.push(`${name}\n${beginningOf(message)}`)
    return message
  }
}

function secondsSince(time) {
  return (performance.now() - time) / 1000
}
