import { IconSearch } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A search that met nothing. */
export function NothingFound({ children }: { children: string }) {
  return <EmptyState description={children} icon={<IconSearch size={28} />} />
}
