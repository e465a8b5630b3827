interface Call {
  /** Method and path below `/api/v1`, with the query: `POST /register`. */
  route: string
  body: unknown
  headers: Headers
}

export interface Answer {
  status?: number
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

let answers: Record<string, Answer> = {}
let fallbacks: Record<string, Answer> = {}
let calls: Call[] = []

/**
 * Answers API calls by route, with or without their query. A last path segment `*` matches any value. Calls
 * without an answer fail like a lost connection. Later answers replace earlier ones of the same route.
 */
export function answerCalls(more: Record<string, Answer>): void {
  answers = { ...answers, ...more }
}

/**
 * Like `answerCalls`, with lower precedence: answers that a test sets itself win, before or after this call.
 */
export function answerUnlessGiven(more: Record<string, Answer>): void {
  fallbacks = { ...fallbacks, ...more }
}

let held: Promise<void> | undefined

/** Delays every response until the returned function is called. */
export function holdCalls(): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return release
}

/** The calls to a route since the test began, with any query unless `route` contains one. */
export const sentCalls = (route: string): Call[] =>
  calls.filter((call) => call.route === route || withoutQuery(call.route) === route)

const withoutQuery = (route: string): string => route.replace(/\?.*/, '')

export function resetCalls(): void {
  answers = {}
  fallbacks = {}
  calls = []
  held = undefined
}

/** Replaces the browser's `fetch`. */
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

/** The response of a list with all rows on one page, with additional fields in `meta` or beside `data`. */
export const listOf = (rows: readonly object[], meta: object = {}, extra: object = {}): Answer => ({
  body: {
    data: rows,
    meta: { current_page: 1, per_page: 20, last_page: 1, total: rows.length, more: false, ...meta },
    ...extra,
  },
})
