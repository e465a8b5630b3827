interface Call {
  /** `POST /register`, below `/api/v1`, with its query. */
  route: string
  body: unknown
}

interface Answer {
  status?: number
  /** JSON; text is sent as it is. */
  body?: unknown
}

let answers: Record<string, Answer> = {}
let calls: Call[] = []

/** Answers calls of the API by route; others find no connection. Later answers replace earlier ones of the same route. */
export function answerCalls(more: Record<string, Answer>): void {
  answers = { ...answers, ...more }
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

/** What a component sent since the test began. */
export const sentCalls = (route: string): Call[] => calls.filter((call) => call.route === route)

export function resetCalls(): void {
  answers = {}
  calls = []
  held = undefined
}

/** In place of the browser's own `fetch`. */
export async function fetchAnswer(
  address: string,
  { method = 'GET', body }: RequestInit = {},
): Promise<Response> {
  const route = `${method} ${address.replace('/api/v1', '')}`
  calls.push({ route, body: typeof body === 'string' ? JSON.parse(body) : body })
  await held
  const answer = answers[route] ?? answers[route.replace(/\?.*/, '')]
  if (!answer) throw new TypeError('Failed to fetch')
  const { status = 200, body: content = {} } = answer
  return new Response(typeof content === 'string' ? content : JSON.stringify(content), { status })
}
