export { createSandbox, Sandbox, type SandboxAddresses, type SandboxOptions } from "./server"
