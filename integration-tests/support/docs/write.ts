import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { withOptionTable } from "./option-table"

const file = path.join(__dirname, "../../../docs/options.md")
writeFileSync(file, withOptionTable(readFileSync(file, "utf8")))
