import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown when a search has no results. */
export function NothingFound({ children }: { children: string }) {
  return <EmptyState description={children} picture="search" />
}
