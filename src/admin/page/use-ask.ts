import { usePrompt } from "@medusajs/ui"
import { useTexts } from "../text/use-texts"

interface Question {
  title: string
  /** Before money moves: repeats the amount and where it goes. */
  text: string
  confirm: string
  /** `danger` for what cannot be taken back. */
  variant?: "danger" | "confirmation"
}

/** Asks before something happens that matters; true when the user agrees. */
export function useAsk(): (question: Question) => Promise<boolean> {
  const prompt = usePrompt()
  const say = useTexts()
  return ({ title, text, confirm, variant = "confirmation" }) =>
    prompt({
      title,
      description: text,
      confirmText: confirm,
      cancelText: say("ask.cancel"),
      variant,
    })
}
