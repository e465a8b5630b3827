import { useSearchParams } from 'react-router'

/** The last page that may be asked for; the API answers a page past the end of the list with the last page's number. */
const LAST = 100_000

/** The page in the query parameter `pagina`; the first one when it is missing or invalid. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('pagina') ?? 1)
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST) : 1
}

export function usePage(): number {
  const [search] = useSearchParams()
  return pageOf(search)
}
