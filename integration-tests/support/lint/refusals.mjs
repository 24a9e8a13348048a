import { createInterface } from "node:readline"

import { ESLint } from "eslint"
import tseslint from "typescript-eslint"

// Lints snippets as if they stood in the project, with the project's own settings (first argument).
// The working folder holds the files they import. Every line of input is a list of `{ file, code }`
// in JSON, and is answered by a line that names the rules that refuse each. Rules that need types
// are off: a snippet belongs to no program.
const eslint = new ESLint({
  overrideConfigFile: process.argv[2],
  overrideConfig: tseslint.configs.disableTypeChecked,
})

for await (const line of createInterface({ input: process.stdin })) {
  const answers = []
  for (const { file, code } of JSON.parse(line)) {
    const [{ messages }] = await eslint.lintText(code, { filePath: file })
    answers.push(messages.map(({ ruleId, message }) => ruleId ?? message))
  }
  process.stdout.write(`${JSON.stringify(answers)}\n`)
}
