import { Container, Skeleton } from "@medusajs/ui"

/** The outline of a detail page whose answer is on its way. */
export const LoadingPage = () => (
  <div className="flex flex-col gap-y-3" aria-busy="true">
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-7 w-24" />
      </div>
      <LoadingRows rows={6} />
    </Container>
  </div>
)

/** The outline of some facts. */
export const LoadingRows = ({ rows }: { rows: number }) => (
  <div className="divide-y" aria-busy="true">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="grid grid-cols-2 gap-4 px-6 py-4">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-40" />
      </div>
    ))}
  </div>
)
