import { useSearchParams } from 'react-router'

/** The page the query parameter `pagina` asks for; the first one when it asks for nothing sensible. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('pagina') ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

export function usePage(): number {
  const [search] = useSearchParams()
  return pageOf(search)
}
