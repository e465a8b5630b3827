interface Call {
  /** `POST /register`, below `/api/v1`, with its query. */
  route: string
  body: unknown
  headers: Headers
}

export interface Answer {
  status?: number
  /** JSON; text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

let answers: Record<string, Answer> = {}
let fallbacks: Record<string, Answer> = {}
let calls: Call[] = []

/**
 * Answers calls of the API by route, without their query or with it; a last segment `*` answers any. Calls without an answer find no
 * connection. Later answers replace earlier ones of the same route.
 */
export function answerCalls(more: Record<string, Answer>): void {
  answers = { ...answers, ...more }
}

/** The same, unless a test answers the route itself, before or later. */
export function answerUnlessGiven(more: Record<string, Answer>): void {
  fallbacks = { ...fallbacks, ...more }
}

let held: Promise<void> | undefined

/** Keeps every answer back until the returned function is called. */
export function holdCalls(): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return release
}

/** What a component sent to a route since the test began, with any query unless one is given. */
export const sentCalls = (route: string): Call[] =>
  calls.filter((call) => call.route === route || withoutQuery(call.route) === route)

const withoutQuery = (route: string): string => route.replace(/\?.*/, '')

export function resetCalls(): void {
  answers = {}
  fallbacks = {}
  calls = []
  held = undefined
}

/** In place of the browser's own `fetch`. */
export async function fetchAnswer(
  address: string,
  { method = 'GET', body, headers: sent }: RequestInit = {},
): Promise<Response> {
  const route = `${method} ${address.replace('/api/v1', '')}`
  calls.push({ route, body: typeof body === 'string' ? JSON.parse(body) : body, headers: new Headers(sent) })
  await held
  const path = withoutQuery(route)
  const answer = answers[route] ?? answers[path] ?? answers[path.replace(/[^/]+$/, '*')] ?? fallbacks[route]
  if (!answer) throw new TypeError('Failed to fetch')
  const { status = 200, body: content = {}, headers = {} } = answer
  return new Response(typeof content === 'string' ? content : JSON.stringify(content), { status, headers })
}

/** A list's answer: all of its rows on one page, and what else stands in `meta` or beside `data`. */
export const listOf = (rows: readonly object[], meta: object = {}, extra: object = {}): Answer => ({
  body: {
    data: rows,
    meta: { current_page: 1, per_page: 20, last_page: 1, total: rows.length, more: false, ...meta },
    ...extra,
  },
})
