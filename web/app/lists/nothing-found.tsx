import { EmptyState } from '#web/ui/empty-state.tsx'

export function NothingFound({ children }: { children: string }) {
  return <EmptyState description={children} picture="search" />
}
