import type { Deps } from '#server/deps.ts'
import { batchedBy } from '#server/lib/batch-loader.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { issueNumbers } from './queries.ts'
import { isProven, ticketOf } from './tickets.ts'

/** Generous, because thousands of phones share the address of a mobile carrier. */
const TICKETS_BY_ADDRESS: Limit = { name: 'ticket-address', points: 600, perSeconds: 600 }

/** Each proof of work is accepted once while its challenge is valid. */
const PROOF_ONCE: Limit = { name: 'ticket-proof', points: 1, perSeconds: 300 }

interface TicketRequest {
  eventId: number
  challenge: string
  nonce: number
  ip: string
}

/** Throws 404 without a room, 422 without a valid proof of work, 429 above the limits. */
export async function takeTicket(
  deps: Deps,
  { eventId, challenge, nonce, ip }: TicketRequest,
): Promise<{ ticket: string; number: number }> {
  const key = deps.secrets.waitingRoomKey
  if (!isProven(key, { eventId, challenge, nonce, at: deps.clock.now() }))
    throw new AppError('validation', {
      errors: { nonce: ['Não foi possível entrar na fila. Tente de novo.'] },
    })
  await Promise.all([
    deps.rateLimiter.consume(TICKETS_BY_ADDRESS, ip),
    deps.rateLimiter.consume(PROOF_ONCE, `${challenge}.${nonce}`),
  ])
  const number = await nextNumber(deps, eventId)
  if (number === null) throw new AppError('not_found')
  return { ticket: ticketOf(key, eventId, number), number }
}

/** Issues the numbers of concurrent requests with one statement per event, in the order of the requests. */
const nextNumber = batchedBy(({ db }: Pick<Deps, 'db'>) => async (eventIds: number[]) => {
  const numbers: (number | null)[] = []
  for (const [eventId, places] of Map.groupBy(eventIds.keys(), (i) => eventIds[i] ?? 0)) {
    const last = await issueNumbers(db, eventId, places.length)
    for (const [i, place] of places.entries()) numbers[place] = last && last - places.length + 1 + i
  }
  return numbers
})
