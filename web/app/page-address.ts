import { matchRoutes, type RouteObject } from 'react-router'
import { readFilters, writeFilters } from './features/event/filters.ts'
import { EMAIL_VERIFICATION_PATH, HOME_PATH, RESET_PASSWORD_PATH } from './paths.ts'
import { pageOf } from './ui/use-page.ts'

/** The page that a request asks for: what two addresses of one page have in common. */
export interface PageAddress {
  /** Below the site's origin, written in one way: what the page is rendered for and kept under. */
  url: string
  /** There may be any number of such pages: somebody typed what is looked for. */
  typed: boolean
  /** Where the API tells whether there is what the page is about; null: always. */
  subject: string | null
  /** It is the page that says that there is no such thing, whatever the API would say. */
  missing: boolean
}

/** What `build.routes` of the router says of each route. */
export interface KnownRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * The names of a query that the server's rendering of a page looks at, with the values that make a difference. Pages that are not
 * here look at none. Whatever else stands in an address asks for the same page, once rendered for all.
 */
const QUERIES: Readonly<Record<string, (search: URLSearchParams) => URLSearchParams>> = {
  [HOME_PATH]: (search) => {
    const known = writeFilters(readFilters(search))
    const page = pageOf(search)
    if (page > 1) known.set('pagina', String(page))
    return known
  },
  // That there is a link, not which: the browser reads it where it is.
  [RESET_PASSWORD_PATH]: (search) => new URLSearchParams(search.get('token') ? { token: '-' } : {}),
  [EMAIL_VERIFICATION_PATH]: (search) =>
    new URLSearchParams(search.get('status') === 'success' ? { status: 'success' } : {}),
}

/** Pages about one thing: what it is called in the path, the form of that, and where the API has it. */
const SUBJECT = { parameter: 'slug', form: /^[a-z0-9-]{1,160}$/, at: '/events/slug/' }

const DATA = '.data'
/** A value of no parameter: pages that are drawn in the browser are the same for all of them. */
const ANY = '-'
const UNKNOWN = `/${ANY}`
/** Remembered at one time. */
const MOST_PATHS = 1_000

/** How to tell which page a request line asks for. */
export function pageAddresses(known: readonly KnownRoute[]): (requestLine: string) => PageAddress {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    known
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(id) }))
  const routes = childrenOf(undefined)

  // Matching goes through all routes anew each time: a made-up query must not cost that.
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
    // No host, whatever the line says of one.
    const [path = '/', query = ''] = splitOnce(requestLine.replace(/^https?:\/\/[^/?]*/i, ''), '?')
    const isData = path.endsWith(DATA)
    const pagePath = isData ? path.slice(0, -DATA.length).replace(/\/_$/, '/') : path
    const matches = match(pagePath) ?? match(UNKNOWN) ?? []
    const leaf = matches.at(-1)
    const search = new URLSearchParams(query)
    const asked = (leaf?.route.id && QUERIES[leaf.route.id]?.(search)) || new URLSearchParams()
    const typed = asked.size > 0 && leaf?.route.id === HOME_PATH

    const subject = leaf?.params[SUBJECT.parameter]
    const missing = subject !== undefined && !SUBJECT.form.test(subject)
    const pattern = matches.map(({ route }) => route.path ?? '').filter(Boolean)
    const written = `/${pattern.join('/')}`
      .replace(`:${SUBJECT.parameter}`, missing ? ANY : (subject ?? ANY))
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
      subject: subject === undefined || missing ? null : SUBJECT.at + subject,
      missing,
    }
  }
}

/** The page to be shown where there is not what `address` is about: one for all of them. */
export const missingAddress = (address: PageAddress): PageAddress => ({
  ...address,
  url: address.url.replace(/^(\/events\/)[^/.?]+/, `$1${ANY}`),
  subject: null,
  missing: true,
})

const dataPath = (path: string) => (path === '/' ? `/_${DATA}` : path + DATA)

/** Which of the page's own routes the router asks the data of. */
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
