import nodeConsole from "node:console"

// Jest's console keeps lines back and drops some at the end; the log search needs every one of
// them.
globalThis.console = nodeConsole
