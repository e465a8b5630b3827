import { useParams } from 'react-router'

/** A path parameter as a number, or null when it is not one. */
export function idOf(param: string | null | undefined): number | null {
  const id = Number(param)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The path parameter `:id`. */
export const useIdParam = (): number | null => idOf(useParams().id)
