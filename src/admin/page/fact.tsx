import { Copy } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"

/** Facts with their names, as a list that a screen reader announces as one. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y">{children}</dl>
)

/** One fact; without a value it shows a dash. */
export const Fact = ({ name, children }: { name: string; children?: ReactNode }) => (
  <div className="text-ui-fg-subtle grid grid-cols-2 items-center gap-4 px-6 py-4">
    <dt className="txt-compact-small-plus">{name}</dt>
    <dd className="txt-compact-small flex min-w-0 flex-wrap items-center gap-1 break-words">
      {children ?? "–"}
    </dd>
  </div>
)

/** An id or a number that a person copies. */
export const Copyable = ({ text }: { text: string }) => (
  <span className="flex min-w-0 items-center gap-x-1">
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
    <Copy content={text} className="text-ui-fg-muted shrink-0" />
  </span>
)

/** A way to another page of the admin; underlined, because the blue of links is too pale on white. */
export const PageLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="txt-compact-small text-ui-fg-base decoration-ui-border-strong hover:text-ui-fg-interactive focus-visible:shadow-borders-focus min-w-0 truncate rounded-sm underline underline-offset-2 outline-none"
  >
    {children}
  </Link>
)
