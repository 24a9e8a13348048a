import { Alert, Button, Text } from "@medusajs/ui"
import { problemOf } from "../answer/problem-of"
import { useTexts } from "../text/use-texts"

interface ProblemProps {
  error: unknown
  /** Asks again; without it there is no button. */
  again?: () => void
  /** Said instead of the server's sentence. */
  words?: string
  className?: string
}

/** What went wrong, in the place of what could not be shown. */
export const Problem = ({ error, again, words, className }: ProblemProps) => {
  const say = useTexts()
  const { title, hint, said } = problemOf(error)
  const sentence = words ?? said ?? (hint && say(hint))
  return (
    <Alert variant="error" role="alert" className={className}>
      <div className="flex flex-col items-start gap-y-2">
        <Text size="small" weight="plus" leading="compact">
          {say(title)}
        </Text>
        {sentence && <Text size="small">{sentence}</Text>}
        {again && (
          <Button type="button" size="small" variant="secondary" onClick={again}>
            {say("problem.again")}
          </Button>
        )}
      </div>
    </Alert>
  )
}
