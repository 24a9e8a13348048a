import { Button, Drawer } from "@medusajs/ui"
import type { FormEvent, ReactNode } from "react"
import { Problem } from "../page/problem"
import { useTexts } from "../text/use-texts"

interface FormDrawerProps {
  title: string
  description?: string
  /** What the button says. */
  submit: string
  busy: boolean
  /** Why the last try came to nothing. */
  error: unknown
  /** Whether there is all that is needed to try. */
  ready?: boolean
  variant?: "primary" | "danger"
  /** It was done: what is left is to close it. */
  done?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form at the side of a page; shown as long as it is there. What was refused stays to be corrected. */
export const FormDrawer = (props: FormDrawerProps) => {
  const { title, description, submit, busy, error, ready = true, variant, children } = props
  const { done = false } = props
  const say = useTexts()
  const send = (event: FormEvent) => {
    event.preventDefault()
    ;(done ? props.onClose : props.onSubmit)()
  }
  return (
    <Drawer open onOpenChange={(open) => !open && props.onClose()}>
      <Drawer.Content>
        <form onSubmit={send} className="flex flex-1 flex-col overflow-hidden">
          <Drawer.Header>
            <Drawer.Title>{title}</Drawer.Title>
            {description !== undefined && <Drawer.Description>{description}</Drawer.Description>}
          </Drawer.Header>
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
            {children}
          </Drawer.Body>
          {/* Not at the end of what scrolls: nobody would see it. */}
          {error !== null && !busy && <Problem error={error} className="mx-6 mb-4 shrink-0" />}
          <Drawer.Footer>
            {!done && (
              <Drawer.Close asChild>
                <Button type="button" size="small" variant="secondary">
                  {say("ask.cancel")}
                </Button>
              </Drawer.Close>
            )}
            <Button type="submit" size="small" variant={variant} isLoading={busy} disabled={!ready}>
              {done ? say("giving.close") : submit}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
