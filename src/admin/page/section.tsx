import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

interface SectionProps {
  title: ReactNode
  subtitle?: ReactNode
  /** `h1` for the one section that names the page. */
  level?: "h1" | "h2"
  /** Badges and buttons at the right. */
  aside?: ReactNode
  children?: ReactNode
}

/** One card of a page, with a heading; `data-payin` tells it from the cards of Medusa's own pages. */
export const Section = ({ title, subtitle, level = "h2", aside, children }: SectionProps) => (
  <Container data-payin className="divide-y overflow-hidden p-0">
    <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <div className="min-w-0">
        <Heading level={level} className="break-words">
          {title}
        </Heading>
        {subtitle && (
          <Text size="small" className="text-ui-fg-subtle">
            {subtitle}
          </Text>
        )}
      </div>
      {aside && <div className="flex flex-wrap items-center gap-2">{aside}</div>}
    </div>
    {children}
  </Container>
)
