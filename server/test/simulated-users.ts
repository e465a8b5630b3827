import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { API_BASE } from '#contract/route.ts'
import type { TestEvent } from './factories/event.ts'
import type { TestUser } from './factories/user.ts'
import { submission } from './wizard.ts'

/**
 * Simulated users who register over real HTTP, then pay, change the payment method, cancel or send a picture. Unanswered
 * requests are repeated, as browsers do.
 */
export interface SimulatedUsers {
  /** Registrations answered with 201, by idempotency key. */
  acknowledged: ReadonlyMap<string, number>
  /** Answers that must not happen: a 500, a 503 without Retry-After, or none within a minute. */
  wrong: readonly string[]
  /** The number of answers so far. */
  answered(): number
  /** How many of them said "try again" (503), and how many requests got no answer because the connection ended. */
  failed(): { refused: number; cut: number }
  /** The longest time that an answer took. */
  slowestMs(): number
  /** Stops and waits until running requests have finished. */
  stop(): Promise<void>
}

const AT_A_TIME = 12
/** Pause before a request is repeated. */
const PAUSE_MS = 50
/** Longer than waiting for a connection and a statement's limit take together. */
const ANSWER_MS = 60_000
/** The smallest PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Options {
  /** Pause of each user between two registrations. */
  thinkMs?: number
  /** Pays the charge of a hosted page; by default on that of the sandbox gateway. */
  pay?: (hostedLink: string) => Promise<void>
}

interface Answer {
  status: number
  body: {
    data?: { registrations?: { id: number }[]; payment_link?: string | null; hosted_link?: string | null }
  }
}

/** Every user registers for every event, until done or stopped. */
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

  /** Without a body a GET. */
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
            // A different IP address for each user, because limits count by address.
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

  /** At the gateway's own page, if the charge exists by then. */
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
    async stop() {
      stopping = true
      await all
    },
  }
}
