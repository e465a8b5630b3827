import { useFormContext } from 'react-hook-form'
import { type EventForm, remaining } from '../form/event-form.ts'
import type { OrphanKit } from '../parts/removal.tsx'

/** Finds the kits that are sold only in the given categories. */
export function useOrphanKits() {
  const { getValues } = useFormContext<EventForm>()
  return (categories: readonly { category_id: number }[]): OrphanKit[] => {
    const gone = new Set(categories.map(({ category_id: id }) => String(id)))
    const staying = new Set(
      remaining(getValues('modalities')).flatMap((modality) =>
        remaining(modality.categories).map(({ category_id: id }) => String(id)),
      ),
    )
    const isOrphan = ({ removed, category_ids: ids }: EventForm['products'][number]) =>
      !removed && ids.some((id) => gone.has(id)) && !ids.some((id) => staying.has(id) && !gone.has(id))
    return getValues('products').flatMap((kit, index) =>
      isOrphan(kit) ? [{ path: `products.${index}` as const, name: kit.name, in_use: kit.in_use }] : [],
    )
  }
}
