import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { API_BASE } from '#contract/route.ts'
import type { TestEvent } from './factories/event.ts'
import type { TestUser } from './factories/user.ts'
import { submission } from './wizard.ts'

/**
 * Simulated users who register over real HTTP, then pay, change the payment method or cancel. Unanswered requests are
 * repeated, as browsers do.
 */
export interface SimulatedUsers {
  /** Registrations answered with 201, by idempotency key. */
  acknowledged: ReadonlyMap<string, number>
  /** Answers that must not happen: a 500, or a 503 without Retry-After. */
  wrong: readonly string[]
  /** The number of answers so far. */
  answered(): number
  /** Stops and waits until running requests have finished. */
  stop(): Promise<void>
}

const AT_A_TIME = 12
/** Pause before a request is repeated. */
const PAUSE_MS = 50

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
): SimulatedUsers {
  const acknowledged = new Map<string, number>()
  const wrong: string[] = []
  let answers = 0
  let stopping = false

  /** Without a body a GET. */
  async function ask(path: string, person: TestUser, body?: object, key = ''): Promise<Answer> {
    for (;;) {
      try {
        const answer = await fetch(origin + path, {
          method: body ? 'POST' : 'GET',
          redirect: 'manual',
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            authorization: `Bearer ${person.token}`,
            // A different IP address for each user, because limits count by address.
            'x-forwarded-for': `10.${(person.id >> 16) & 255}.${(person.id >> 8) & 255}.${person.id & 255}`,
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        answers++
        if (answer.status < 500)
          return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
        if (answer.status !== 503 || !answer.headers.has('retry-after'))
          wrong.push(`${path.replace(/\d+/g, 'n')} answered ${answer.status}: ${text.slice(0, 200)}`)
      } catch {
        // The server is down, or the connection was cut.
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
    else if (n % 4 === 2 && link) await pay(link, person)
  }

  /** At the gateway's own page, if the charge exists by then. */
  async function pay(link: string, person: TestUser): Promise<void> {
    const page = await ask(`${API_BASE}/payments/${link.split('/').at(-1)}`, person)
    const hosted = page.body.data?.hosted_link
    if (hosted) await ask(`${new URL(hosted).pathname}/pagar`, person, {})
  }

  const tasks = events.flatMap((event) => people.map((person) => ({ person, event })))
  async function worker(): Promise<void> {
    for (let task = tasks.shift(); task && !stopping; task = tasks.shift())
      await takePart(task.person, task.event, tasks.length)
  }
  const all = Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return {
    acknowledged,
    wrong,
    answered: () => answers,
    async stop() {
      stopping = true
      await all
    },
  }
}
