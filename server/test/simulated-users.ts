import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { API_BASE } from '#contract/route.ts'
import type { TestEvent } from './factories/event.ts'
import type { TestUser } from './factories/user.ts'
import { submission } from './wizard.ts'

/**
 * Simulated users who register over real HTTP, then pay, change the payment method, cancel or upload a
 * picture. Like browsers, they repeat requests that were not answered.
 */
export interface SimulatedUsers {
  /** Ids of registrations answered with 201, by idempotency key. */
  acknowledged: ReadonlyMap<string, number>
  /** Responses that must not occur: a 500, a 503 without Retry-After, or none within a minute. */
  wrong: readonly string[]
  /** Number of responses so far. */
  answered(): number
  /** Number of 503 responses, and of requests without a response because the connection ended. */
  failed(): { refused: number; cut: number }
  /** The longest time until a response. */
  slowestMs(): number
  /** Waits until every user has registered for every event. */
  finished(): Promise<void>
  /** Stops and waits until running requests have finished. */
  stop(): Promise<void>
}

const AT_A_TIME = 12
/** Pause before a request is repeated. */
const PAUSE_MS = 50
/** Longer than the wait for a connection and the statement timeout together. */
const ANSWER_MS = 60_000
/** A minimal PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Options {
  /** Pause of each user between two registrations, in milliseconds. */
  thinkMs?: number
  /** Pays the charge of a hosted page; by default on the sandbox gateway's page. */
  pay?: (hostedLink: string) => Promise<void>
}

interface Answer {
  status: number
  body: {
    data?: { registrations?: { id: number }[]; payment_link?: string | null; hosted_link?: string | null }
  }
}

/** Makes every user register for every event, until done or stopped. */
export function simulateUsers(
  origin: string,
  people: readonly TestUser[],
  events: readonly TestEvent[],
  { thinkMs = 0, pay }: Options = {},
): SimulatedUsers {
  const acknowledged = new Map<string, number>()
  const wrong: string[] = []
  const failed = { refused: 0, cut: 0 }
  let answers = 0
  let slowestMs = 0
  let stopping = false

  /** Sends a GET without a body, otherwise a POST. */
  async function ask(path: string, person: TestUser, body?: object, key = ''): Promise<Answer> {
    const isForm = body instanceof FormData
    for (;;) {
      const since = performance.now()
      try {
        const answer = await fetch(origin + path, {
          method: body ? 'POST' : 'GET',
          redirect: 'manual',
          headers: {
            ...(body && !isForm && { 'content-type': 'application/json' }),
            authorization: `Bearer ${person.token}`,
            // Each user has its own IP address, because limits count by address.
            'x-forwarded-for': `10.${(person.id >> 16) & 255}.${(person.id >> 8) & 255}.${person.id & 255}`,
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        const text = await answer.text()
        answers++
        slowestMs = Math.max(slowestMs, performance.now() - since)
        if (answer.status < 500)
          return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
        if (answer.status === 503 && answer.headers.has('retry-after')) failed.refused++
        else wrong.push(`${path.replace(/\d+/g, 'n')} answered ${answer.status}: ${text.slice(0, 200)}`)
      } catch {
        // The server is down, or the connection was cut.
        failed.cut++
        if (performance.now() - since > ANSWER_MS)
          wrong.push(`${path.replace(/\d+/g, 'n')} was not answered within ${ANSWER_MS / 1000} s`)
      }
      await setTimeout(PAUSE_MS)
    }
  }

  async function takePart(person: TestUser, event: TestEvent, n: number): Promise<void> {
    const key = randomUUID()
    const path = `${API_BASE}/events/${event.id}/register-participant`
    const { status, body } = await ask(path, person, submission(event), key)
    const id = body.data?.registrations?.[0]?.id
    if (status !== 201 || id === undefined) return
    acknowledged.set(key, id)
    const own = `${API_BASE}/participant/registrations/${id}`
    const link = body.data?.payment_link
    if (n % 4 === 0) await ask(`${own}/cancel`, person, {})
    else if (n % 4 === 1) await ask(`${own}/payment`, person, { payment_type: 1 })
    else if (n % 4 === 2 && link) await payAt(link, person)
    else if (n % 16 === 3) await sendPicture(person)
  }

  /** Pays on the gateway's own page, if the charge exists by then. */
  async function payAt(link: string, person: TestUser): Promise<void> {
    const page = await ask(`${API_BASE}/payments/${link.split('/').at(-1)}`, person)
    const hosted = page.body.data?.hosted_link
    if (!hosted) return
    if (pay) await pay(hosted)
    else await ask(`${new URL(hosted).pathname}/pagar`, person, {})
  }

  async function sendPicture(person: TestUser): Promise<void> {
    const form = new FormData()
    form.set('image', new Blob([PICTURE], { type: 'image/png' }), 'foto.png')
    await ask(`${API_BASE}/participant/${person.id}/image`, person, form)
  }

  const tasks = events.flatMap((event) => people.map((person) => ({ person, event })))
  async function worker(): Promise<void> {
    for (let task = tasks.shift(); task && !stopping; task = tasks.shift()) {
      await takePart(task.person, task.event, tasks.length)
      if (thinkMs > 0) await setTimeout(thinkMs)
    }
  }
  const all = Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return {
    acknowledged,
    wrong,
    answered: () => answers,
    failed: () => ({ ...failed }),
    slowestMs: () => slowestMs,
    async finished() {
      await all
    },
    async stop() {
      stopping = true
      await all
    },
  }
}
