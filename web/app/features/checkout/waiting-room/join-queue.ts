import { sha256 } from '@noble/hashes/sha2.js'
import { isProof, proofText, takeTicket } from '#contract/checkout/waiting-room.ts'
import { api } from '#web/api/api.ts'
import { storedTicket, type Ticket } from './ticket.ts'

export const joinQueue = (eventId: number, challenge: string): Promise<Ticket> =>
  withLock(`waiting-room:${eventId}`, async () => {
    const ticketStore = storedTicket(eventId)
    const own = ticketStore.read()
    if (own) return own
    const nonce = await findProof(challenge)
    const { data } = await api(takeTicket, { params: { id: eventId }, body: { challenge, nonce } })
    ticketStore.write(data)
    return data
  })

/** One tab at a time. Web Locks need a secure context; without one, two tabs may take two tickets. */
const withLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

/** Number of hashes computed between two pauses, in which the browser can render. */
const HASHES_AT_ONCE = 1_000

/** All browsers get the same challenge but a proof counts once, so each starts at a random nonce. */
export async function findProof(challenge: string): Promise<number> {
  const bytes = new TextEncoder()
  const [first = 0] = crypto.getRandomValues(new Uint32Array(1))
  for (let nonce = first; ; nonce++) {
    if (isProof(sha256(bytes.encode(proofText(challenge, nonce))))) return nonce
    if (nonce % HASHES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}
