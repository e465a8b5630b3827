import { sha256 } from '@noble/hashes/sha2.js'
import { isProof, proofText, takeTicket } from '#contract/waiting-room.ts'
import { api } from '../../../api.ts'
import { keptTicket, type Ticket } from './ticket.ts'

/** Takes a number, unless another tab has one already. */
export const joinQueue = (eventId: number, challenge: string): Promise<Ticket> =>
  alone(`waiting-room:${eventId}`, async () => {
    const kept = keptTicket(eventId)
    const own = kept.read()
    if (own) return own
    const nonce = await findProof(challenge)
    const { data } = await api(takeTicket, { params: { id: eventId }, body: { challenge, nonce } })
    kept.write(data)
    return data
  })

/** One tab at a time; without a secure connection there are no locks, and two tabs may take two numbers. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

/** So often the browser may draw in between. */
const HASHES_AT_ONCE = 1_000

/** The challenge is the same for everybody and a proof is used once, so each browser begins somewhere else. */
export async function findProof(challenge: string): Promise<number> {
  const bytes = new TextEncoder()
  const [first = 0] = crypto.getRandomValues(new Uint32Array(1))
  for (let nonce = first; ; nonce++) {
    if (isProof(sha256(bytes.encode(proofText(challenge, nonce))))) return nonce
    if (nonce % HASHES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}
