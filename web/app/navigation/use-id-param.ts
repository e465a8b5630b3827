import { useParams } from 'react-router'

export function idOf(param: string | null | undefined): number | null {
  const id = Number(param)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const useIdParam = (): number | null => idOf(useParams().id)
