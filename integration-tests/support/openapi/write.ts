import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { openApi } from "./document"

// npm run openapi writes docs/openapi.yaml; with --check it fails where the file is not what it
// would write.
const file = path.resolve(__dirname, "../../../docs/openapi.yaml")
const written = openApi()
if (!process.argv.includes("--check")) {
  writeFileSync(file, written)
} else if (readFileSync(file, "utf8") !== written) {
  process.stderr.write("docs/openapi.yaml is not what the routes say: run `npm run openapi`\n")
  process.exitCode = 1
}
process.exit()
