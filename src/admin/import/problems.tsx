import { Alert, Text } from "@medusajs/ui"
import { faultOf, faultText } from "../answer/fault"
import { Refused } from "../answer/refused"
import { Problem } from "../page/problem"
import { useTexts } from "../text/use-texts"

interface RowProblem {
  /** 1 is the row right below the header; null: the file. */
  row: number | null
  field: string
  message: string
}

/** What is wrong with a file, row by row; nothing of such a file is taken. */
export const ImportProblems = ({ error }: { error: unknown }) => {
  const say = useTexts()
  const problems = problemsOf(error)
  const words = (problem: RowProblem) => {
    const fault = faultOf(problem)
    // The column's own name, as it stands in the file.
    return fault === null ? problem.message : faultText(say, fault, problem.field)
  }
  return problems.length === 0 ? (
    <Problem error={error} />
  ) : (
    <Alert variant="error" role="alert">
      <Text size="small" weight="plus" leading="compact">
        {say("importing.wrong", { count: problems.length })}
      </Text>
      <ul className="mt-2 flex flex-col gap-y-1">
        {problems.map((problem, index) => (
          <li key={index}>
            <Text size="small">
              {problem.row !== null && `${say("importing.row", { number: problem.row })}: `}
              {words(problem)}
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
    "field" in problem &&
    typeof problem.field === "string" &&
    "message" in problem &&
    typeof problem.message === "string"
  )
}
