import { matchRoutes, type RouteObject } from 'react-router'
import { readFilters, writeFilters } from '#web/features/event/list/filters.ts'
import {
  AUTHORIZE_PATH,
  CONFIRM_PATH,
  DISOWN_PATH,
  EMAIL_VERIFICATION_PATH,
  HOME_PATH,
  RACE_MAP_PATH,
  RESET_PASSWORD_PATH,
} from '#web/paths.ts'
import { pageOf } from '#web/ui/use-page.ts'

/** The page that a request asks for, in normalized form. */
export interface PageAddress {
  /** Normalized path and query. The page is rendered for this URL and cached under it. */
  url: string
  /** Whether the query contains free text, so that the number of such pages is unlimited. */
  typed: boolean
  /** The API path that shows whether the page's record exists; null for pages without a record. */
  subject: string | null
  /** Whether it is the page for a record that does not exist. It is rendered without asking the API. */
  missing: boolean
}

export interface KnownRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
}

/** The server only needs to know whether there is a token; the browser reads its value. */
const withToken = (search: URLSearchParams) => new URLSearchParams(search.get('token') ? { token: '-' } : {})

/** The parameters on which a page depends, normalized. It is rendered once for all values of the others. */
const QUERIES: Readonly<Record<string, (search: URLSearchParams) => URLSearchParams>> = {
  [HOME_PATH]: (search) => {
    const known = writeFilters(readFilters(search))
    const page = pageOf(search)
    if (page > 1) known.set('pagina', String(page))
    return known
  },
  [RACE_MAP_PATH]: (search) => writeFilters(readFilters(search)),
  [RESET_PASSWORD_PATH]: withToken,
  [CONFIRM_PATH]: withToken,
  [AUTHORIZE_PATH]: withToken,
  [DISOWN_PATH]: withToken,
  [EMAIL_VERIFICATION_PATH]: (search) =>
    new URLSearchParams(search.get('status') === 'success' ? { status: 'success' } : {}),
}

/** Path parameter, the part of it that identifies the record, and the record's path in the API. */
const SUBJECTS = [
  { parameter: 'slug', form: /^([a-z0-9-]{1,160})$/, at: '/events/slug/' },
  // Only the id identifies an organizer: all spellings of the words before it lead to the same page.
  { parameter: 'organizer', form: /^(?:[a-z0-9-]{1,150}-)?(\d{1,9})$/, at: '/organizers/' },
] as const

const DATA = '.data'
/** Replaces parameter values of pages that the browser renders, which are the same for all values. */
const ANY = '-'
const UNKNOWN = `/${ANY}`
const MOST_PATHS = 1_000

export function pageAddresses(known: readonly KnownRoute[]): (requestLine: string) => PageAddress {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    known
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(id) }))
  const routes = childrenOf(undefined)

  // Matching tries all routes, so the result is cached. Requests with invented queries stay cheap.
  const matched = new Map<string, ReturnType<typeof matchRoutes>>()
  const match = (path: string) => {
    const known = matched.get(path)
    if (known !== undefined) return known
    const found = isReadable(path) ? matchRoutes(routes, path) : null
    if (matched.size >= MOST_PATHS) matched.clear()
    matched.set(path, found)
    return found
  }

  return (requestLine) => {
    // The host of an absolute request line is ignored.
    const [path = '/', query = ''] = splitOnce(requestLine.replace(/^https?:\/\/[^/?]*/i, ''), '?')
    const isData = path.endsWith(DATA)
    const pagePath = isData ? path.slice(0, -DATA.length).replace(/\/_$/, '/') : path
    const matches = match(pagePath) ?? match(UNKNOWN) ?? []
    const leaf = matches.at(-1)
    const search = new URLSearchParams(query)
    const asked = (leaf?.route.id && QUERIES[leaf.route.id]?.(search)) || new URLSearchParams()
    const typed = asked.size > 0 && (leaf?.route.id === HOME_PATH || leaf?.route.id === RACE_MAP_PATH)

    const about = SUBJECTS.find(({ parameter }) => leaf?.params[parameter] !== undefined)
    const record = about?.form.exec(leaf?.params[about.parameter] ?? '')?.[1]
    const missing = about !== undefined && record === undefined
    const pattern = matches.map(({ route }) => route.path ?? '').filter(Boolean)
    const written = `/${pattern.join('/')}`
      .replace(`:${about?.parameter}`, record ?? ANY)
      .replace(/:\w+|\*/g, ANY)

    const wanted = isData
      ? dataRoutes(
          search,
          matches.map(({ route }) => route.id ?? ''),
        )
      : ''
    if (wanted) asked.set('_routes', wanted)
    return {
      url: `${isData ? dataPath(written) : written}${asked.size > 0 ? `?${asked}` : ''}`,
      typed,
      subject: about && record !== undefined ? about.at + record : null,
      missing,
    }
  }
}

export const missingAddress = (address: PageAddress): PageAddress => ({
  ...address,
  url: address.url.replace(/^(\/(?:events|organizacoes)\/)[^/.?]+/, `$1${ANY}`),
  subject: null,
  missing: true,
})

const dataPath = (path: string) => (path === '/' ? `/_${DATA}` : path + DATA)

function dataRoutes(search: URLSearchParams, ids: readonly string[]): string {
  const asked = new Set((search.get('_routes') ?? '').split(','))
  return ids.filter((id) => asked.has(id)).join(',')
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path).startsWith('/')
  } catch {
    return false
  }
}
