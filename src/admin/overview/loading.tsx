import { Container, Skeleton } from "@medusajs/ui"

/** The outline of the overview while the service is asked for its balances. */
export const LoadingOverview = () => (
  <div className="flex flex-col gap-y-3" aria-busy="true">
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {[0, 1].map((card) => (
        <Container key={card} className="flex flex-col gap-y-4">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-20 w-full" />
        </Container>
      ))}
    </div>
    <Container className="flex flex-col gap-y-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-40 w-full" />
    </Container>
  </div>
)
