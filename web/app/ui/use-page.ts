import { useSearchParams } from 'react-router'

/** The last page the API looks for: it answers a page past the end of the list with where that is. */
const LAST = 100_000

/** The page the query parameter `pagina` asks for; the first one when it asks for nothing sensible. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('pagina') ?? 1)
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST) : 1
}

export function usePage(): number {
  const [search] = useSearchParams()
  return pageOf(search)
}
