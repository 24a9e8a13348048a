import { Alert, Text } from "@medusajs/ui"
import { Refused } from "../client"
import { Problem } from "../page/problem"
import { useTexts } from "../text/use-texts"

interface RowProblem {
  /** 1 is the row right below the header; null: the file. */
  row: number | null
  message: string
}

/** What is wrong with a file, row by row; nothing of such a file is taken. */
export const ImportProblems = ({ error }: { error: unknown }) => {
  const say = useTexts()
  const problems = problemsOf(error)
  return problems.length === 0 ? (
    <Problem error={error} />
  ) : (
    <Alert variant="error" role="alert">
      <Text size="small" weight="plus" leading="compact">
        {say("importing.wrong", { count: problems.length })}
      </Text>
      <ul className="mt-2 flex flex-col gap-y-1">
        {problems.map(({ row, message }, index) => (
          <li key={index}>
            <Text size="small">
              {row === null ? message : `${say("importing.row", { number: row })}: ${message}`}
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function problemsOf(error: unknown): RowProblem[] {
  const problems: unknown = error instanceof Refused ? error.body.problems : null
  return Array.isArray(problems) ? problems.filter(isProblem) : []
}

function isProblem(problem: unknown): problem is RowProblem {
  return (
    typeof problem === "object" &&
    problem !== null &&
    "row" in problem &&
    (problem.row === null || typeof problem.row === "number") &&
    "message" in problem &&
    typeof problem.message === "string"
  )
}
