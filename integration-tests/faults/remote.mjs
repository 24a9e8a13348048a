// Loaded into the driver's Medusa processes (NODE_OPTIONS=--import). Lets the driver move the plugin's
// clock, run its jobs at once, lose its signals on the event bus, wait until the process is at rest, and know who
// holds a lock in Redis. Nothing in the plugin knows of it.

import { existsSync, readdirSync } from "node:fs"
import http from "node:http"
import { createRequire } from "node:module"
import path from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import v8 from "node:v8"
import vm from "node:vm"

const require = createRequire(path.join(process.cwd(), "package.json"))
const port = Number(process.env.FAULTS_REMOTE_PORT)
/** Of Linux and macOS: what the process has open. */
const FILES = "/dev/fd"
/** Medusa names the workflow of a scheduled job so. */
const JOB = /^job-/

/** Whether Medusa's own schedule starts no job: the driver runs them. */
let jobsRest = process.env.FAULTS_JOBS_REST === "yes"

/** Resolves once the driver said what time it is: another time than that of the others would end their leases. */
const clock = {}
clock.isSet = new Promise((resolve) => (clock.set = resolve))

/** Requests, subscribers and jobs in progress. */
const work = { underWay: 0, begun: 0, waiting: [] }

function begin() {
  work.underWay++
  work.begun++
}

function end() {
  if (--work.underWay === 0) work.waiting.splice(0).forEach((go) => go())
}

async function noted(doing) {
  await clock.isSet
  begin()
  try {
    return await doing()
  } finally {
    end()
  }
}

function noteRequests() {
  const { emit } = http.Server.prototype
  http.Server.prototype.emit = function (event, ...args) {
    if (event === "request" && this !== remote) {
      begin()
      args[1].once("close", end)
    }
    return emit.call(this, event, ...args)
  }
}

function noteSubscribers() {
  const { SubscriberLoader } = require("@medusajs/framework/subscribers")
  const { createSubscriber } = SubscriberLoader.prototype
  SubscriberLoader.prototype.createSubscriber = function (described) {
    const handler = (...args) => noted(() => described.handler(...args))
    // Medusa derives the subscriber's id from the handler's name.
    Object.defineProperty(handler, "name", { value: described.handler.name })
    return createSubscriber.call(this, { ...described, handler })
  }
}

/** Either engine starts a scheduled job by this method of its own. */
function noteJobs() {
  const engine = process.env.REDIS_URL ? "redis" : "inmemory"
  const ofMedusa = createRequire(require.resolve("@medusajs/medusa/package.json"))
  const { WorkflowOrchestratorService } = ofMedusa(
    `@medusajs/workflow-engine-${engine}/dist/services/workflow-orchestrator.js`
  )
  const { run } = WorkflowOrchestratorService.prototype
  WorkflowOrchestratorService.prototype.run = async function (workflow, ...args) {
    if (typeof workflow !== "string" || !JOB.test(workflow))
      return run.call(this, workflow, ...args)
    return jobsRest ? undefined : noted(() => run.call(this, workflow, ...args))
  }
}

/** In the very script that takes a lock, so that no kill comes between (redis-locks.ts reads it). */
function noteHolder() {
  const locking = require("@medusajs/framework").container.resolve("locking")
  const id = locking.defaultProviderId
  const { redisClient } = locking.providerService_.retrieveProviderRegistration(id)
  if (redisClient === undefined || redisClient.payinNotes) {
    return
  }
  redisClient.payinNotes = true
  redisClient.defineCommand("acquireLock", {
    numberOfKeys: 1,
    lua: `local function acquire() ${redisClient.scriptsSet.acquireLock.lua} end
      local taken = acquire()
      if taken == 1 then redis.call('HSET', 'faults:lock-holders', KEYS[1], '${process.pid}') end
      return taken`,
  })
}

const delay = monitorEventLoopDelay({ resolution: 10 })

/** Answers only once the heap was cleaned: what is left is what somebody still holds. */
function cleanHeap() {
  v8.setFlagsFromString("--expose-gc")
  vm.runInNewContext("gc")()
}

const commands = {
  /** How this process is: memory in bytes, what it holds open, how late its event loop was since last asked. */
  vitals() {
    const delay_ms = delay.percentile(99) / 1e6
    const rss = process.memoryUsage.rss()
    cleanHeap()
    delay.reset()
    return {
      pid: process.pid,
      rss,
      heap: process.memoryUsage().heapUsed,
      delay_ms: Number.isFinite(delay_ms) ? delay_ms : 0,
      resources: process.getActiveResourcesInfo(),
      files: existsSync(FILES) ? readdirSync(FILES).length : null,
    }
  },

  clock({ ms }) {
    noteHolder()
    process.env.PAYIN_CLOCK_OFFSET_MS = ms
    clock.set()
  },

  async work({ jobs }) {
    const { container } = require("@medusajs/framework")
    await noted(async () => {
      for (const job of jobs.split(",")) {
        await require(path.join(process.cwd(), `src/jobs/${job}.ts`)).default(container)
      }
    })
  },

  /** From now on the driver runs the jobs. */
  jobs({ rest }) {
    jobsRest = rest === "yes"
  },

  /**
   * Answers once the process is at nothing: how much it has begun since it started, and how many events wait in Redis
   * for any process to take them.
   */
  async rest() {
    const { queue_: queue } = require("@medusajs/framework").container.resolve("event_bus")
    const { waiting = 0, prioritized = 0 } = (await queue?.getJobCounts()) ?? {}
    // Events that Redis handed out before those counts begin in this turn of the event loop.
    await turn()
    while (work.underWay > 0) await new Promise((go) => work.waiting.push(go))
    return { begun: work.begun, queued: waiting + prioritized }
  },

  /** The next refunds of Medusa fail right after the plugin wrote its row: Medusa takes its own row back. */
  refunds({ fail }) {
    const providers =
      require("@medusajs/framework").container.resolve("payment").paymentProviderService_
    providers.payinRefund ??= providers.refundPayment.bind(providers)
    let left = Number(fail)
    providers.refundPayment = async (...args) => {
      const answer = await providers.payinRefund(...args)
      if (left > 0) {
        left--
        throw new Error("faults: Medusa failed after the refund was noted")
      }
      return answer
    }
  },

  options({ unknown }) {
    require("@medusajs/framework").container.resolve("payinGateway").options.unknownPayouts =
      unknown
  },

  /**
   * As if the process were started again without these accounts: the plugin's options lack them, it has no way to
   * call for them, and Medusa has no providers of theirs.
   */
  missing({ accounts }) {
    const gone = new Set(accounts.split(",").filter(Boolean))
    const { container } = require("@medusajs/framework")
    const gateway = container.resolve("payinGateway")
    gateway.payinAccounts ??= [...gateway.options.accounts]
    const there = gateway.payinAccounts.filter(({ id }) => !gone.has(id))
    gateway.options.accounts.splice(0, Infinity, ...there)
    const providers = container.resolve("payment").paymentProviderService_
    providers.payinRetrieve ??= providers.retrieveProvider.bind(providers)
    providers.retrieveProvider = (id) => {
      if (gone.has(/^pp_payin(?:-card)?_(.+)$/.exec(id)?.[1]))
        throw new Error(`faults: no payment provider ${id}`)
      return providers.payinRetrieve(id)
    }
    for (const calls of [gateway.transactions, gateway.payIn, gateway.payOut, gateway.merchant]) {
      calls.payinCalls ??= { ...calls }
      for (const [name, call] of Object.entries(calls.payinCalls)) {
        calls[name] = (account, ...args) => {
          gateway.account(account)
          return call(account, ...args)
        }
      }
    }
  },

  bus({ lose }) {
    const bus = require("@medusajs/framework").container.resolve("event_bus")
    bus.payinEmit ??= bus.emit.bind(bus)
    bus.emit = (data, ...rest) => {
      const named = [data].flat().some(({ name }) => name.startsWith("payin."))
      return lose === "yes" && named ? Promise.resolve() : bus.payinEmit(data, ...rest)
    }
  },
}

const remote = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://remote")
  Promise.resolve()
    .then(() => commands[pathname.slice(1)](Object.fromEntries(searchParams)))
    .then(
      (answer) => response.end(JSON.stringify(answer ?? "done")),
      (error) => response.writeHead(500).end(String(error?.stack ?? error))
    )
})

// `medusa db:migrate` and the like have no use for it.
if (process.argv.includes("start")) {
  delay.enable()
  noteRequests()
  noteSubscribers()
  noteJobs()
  remote.listen(port, "127.0.0.1").unref()
}
