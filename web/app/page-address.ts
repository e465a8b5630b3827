import { matchRoutes, type RouteObject } from 'react-router'
import { readFilters, writeFilters } from './features/event/filters.ts'
import { EMAIL_VERIFICATION_PATH, HOME_PATH, RESET_PASSWORD_PATH } from './paths.ts'
import { pageOf } from './ui/use-page.ts'

/** The page that a request asks for, in one normalized form. */
export interface PageAddress {
  /** Path and query in normalized form: the page is rendered for it and cached under it. */
  url: string
  /** True when the query holds free text, so that there may be any number of such pages. */
  typed: boolean
  /** The API path that tells whether the page's record exists; null when the page always exists. */
  subject: string | null
  /** True for the page that says that the record does not exist; the API is not asked. */
  missing: boolean
}

/** A route as the router's `build.routes` describes it. */
export interface KnownRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * The query parameters that the rendering of a page depends on, with the values that make a difference. Pages not listed
 * here depend on none. All other parameters are ignored, so that the page is rendered once for all of them.
 */
const QUERIES: Readonly<Record<string, (search: URLSearchParams) => URLSearchParams>> = {
  [HOME_PATH]: (search) => {
    const known = writeFilters(readFilters(search))
    const page = pageOf(search)
    if (page > 1) known.set('pagina', String(page))
    return known
  },
  // The server only needs to know that a token is present; the browser reads its value.
  [RESET_PASSWORD_PATH]: (search) => new URLSearchParams(search.get('token') ? { token: '-' } : {}),
  [EMAIL_VERIFICATION_PATH]: (search) =>
    new URLSearchParams(search.get('status') === 'success' ? { status: 'success' } : {}),
}

/** Pages about one record: its path parameter, the part of it that says which record, and where the API has it. */
const SUBJECTS = [
  { parameter: 'slug', form: /^([a-z0-9-]{1,160})$/, at: '/events/slug/' },
  // The number alone: however the words before it are written, it is one page.
  { parameter: 'organizer', form: /^(?:[a-z0-9-]{1,150}-)?(\d{1,9})$/, at: '/organizers/' },
] as const

const DATA = '.data'
/** Stands for any parameter value: pages that are drawn in the browser are the same for all values. */
const ANY = '-'
const UNKNOWN = `/${ANY}`
/** How many matches are remembered at one time. */
const MOST_PATHS = 1_000

/** Returns a function that tells which page a request line asks for. */
export function pageAddresses(known: readonly KnownRoute[]): (requestLine: string) => PageAddress {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    known
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(id) }))
  const routes = childrenOf(undefined)

  // Matching tries all routes each time, so matches are remembered: requests with invented queries stay cheap.
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
    const typed = asked.size > 0 && leaf?.route.id === HOME_PATH

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

/** The page that is shown when the record of `address` does not exist: one for all records. */
export const missingAddress = (address: PageAddress): PageAddress => ({
  ...address,
  url: address.url.replace(/^(\/(?:events|organizacoes)\/)[^/.?]+/, `$1${ANY}`),
  subject: null,
  missing: true,
})

const dataPath = (path: string) => (path === '/' ? `/_${DATA}` : path + DATA)

/** The routes of the page whose data the router asks for. */
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
