import type { ReactNode } from "react"

/** A detail page as Medusa lays it out: what matters on the left, what it belongs to on the right. */
export const TwoColumns = ({ children, side }: { children: ReactNode; side: ReactNode }) => (
  <div className="flex w-full flex-col gap-3 xl:flex-row xl:items-start">
    <div className="flex w-full min-w-0 flex-col gap-y-3">{children}</div>
    <div className="flex w-full min-w-0 flex-col gap-y-3 xl:max-w-[440px]">{side}</div>
  </div>
)
