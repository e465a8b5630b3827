import { useSearchParams } from 'react-router'

/** Maximum page number in requests. For a page past the end the API returns the number of the last page. */
const LAST = 100_000

export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('pagina') ?? 1)
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST) : 1
}

export function usePage(): number {
  const [search] = useSearchParams()
  return pageOf(search)
}
