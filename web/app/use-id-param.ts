import { useParams } from 'react-router'

/** A number of the address, or null when it is none. */
export function idOf(param: string | null | undefined): number | null {
  const id = Number(param)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The `:id` of the address. */
export const useIdParam = (): number | null => idOf(useParams().id)
