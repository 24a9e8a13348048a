import { createSandbox, type Sandbox } from "../../index"

/** Whoever the sandbox sends to in a spec. */
interface Recipient {
  start(): Promise<unknown>
  stop(): Promise<unknown>
  clear(): void
}

/** A sandbox that serves the tests of a file, as new for each of them; and whom it sends to, if anybody. */
export function servedSandbox(recipient?: Recipient): Sandbox {
  const sandbox = createSandbox()
  beforeAll(async () => {
    await recipient?.start()
    await sandbox.start()
  })
  beforeEach(async () => {
    // What the last test sent must not arrive in this one.
    await sandbox.idle()
    sandbox.reset()
    recipient?.clear()
  })
  afterAll(async () => {
    await sandbox.stop()
    await recipient?.stop()
  })
  return sandbox
}
