import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isProof, pauseMs, peopleAhead, proofText, TICKET_HEADER } from '#contract/checkout/waiting-room.ts'
import { markRoom } from '#server/features/checkout/waiting-room/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Bench, perSecond, quantile } from './bench.ts'
import { bytesOf, openConnections, type Request } from './connections.ts'
import { withDatabase } from './database.ts'
import { startServer, watchCpu } from './processes.ts'
import { buyers, order, PAID } from './rush.ts'

const BROWSERS = 20_000
/** Shared by the browsers, because a proof for each would take minutes. Rate limits are off. */
const PROOFS = 200
const SOCKETS = 200

/** All browsers take a ticket at once, wait as the page does, and register when they are admitted. */
export const waitingRoom: Bench = {
  name: 'waiting-room',
  about: `${BROWSERS} browsers in the waiting room of one race, from the first ticket to the last registration`,
  run: () =>
    withDatabase(async (db, url) => {
      const event = await createEvent(db, PAID)
      const users = await buyers(db, [event], BROWSERS)
      await transaction(db, (tx) => markRoom(tx, event.id, true, new Date()))
      const server = await startServer(url, { keeps: true, letsIn: true })
      const call = await caller(server.address)
      // Separate connections, because orders take longer than state requests.
      const send = await caller(server.address)
      const statePath = `/events/${event.id}/waiting-room`
      const readState = async () => {
        const sent = performance.now()
        const { status, body } = await call('GET', statePath)
        if (status !== 200) throw new Error(`the figures are worthless: the state was answered ${status}`)
        return { ms: performance.now() - sent, state: JSON.parse(body).data }
      }

      const { state: first } = await readState()
      const { challenge } = first
      const hashing = performance.now()
      const nonces = findProofs(challenge, PROOFS)
      const proofMs = (performance.now() - hashing) / PROOFS

      const takeTicket = async (n: number) => {
        const sent = { challenge, nonce: nonces[n % PROOFS] }
        const { status, body } = await call('POST', `${statePath}/tickets`, { body: JSON.stringify(sent) })
        if (status !== 201) throw new Error(`the figures are worthless: a ticket was answered ${status}`)
        return JSON.parse(body).data as { ticket: string; number: number }
      }
      const numbers = new Set<number>()
      let ticketsMs = 0
      const durations: number[] = []
      const cpu = await watchCpu(db, [server])
      const began = performance.now()
      const answers = await Promise.all(
        users.map(async ({ token }, n) => {
          const { ticket, number } = await takeTicket(n)
          numbers.add(number)
          ticketsMs = performance.now() - began
          for (let known = first; ; ) {
            await wait(pauseMs(known, number))
            const { state, ms } = await readState()
            durations.push(ms)
            if (peopleAhead(state, number) === 0) break
            known = state
          }
          const headers = { authorization: `Bearer ${token}`, [TICKET_HEADER]: ticket }
          const start = await send('GET', `/participant/events/${event.id}/start`, { headers })
          const path = `/events/${event.id}/register-participant`
          const placed = await send('POST', path, { headers, body: JSON.stringify(order(event)) })
          return `${start.status} ${placed.status}`
        }),
      )
      const elapsedMs = performance.now() - began
      const used = cpu()
      await server.stop()
      if (numbers.size !== BROWSERS) throw new Error('the figures are worthless: a number was given twice')
      const odd = answers.filter((answer) => answer !== '200 201')
      const broken = [...odd.slice(0, 3), ...(await brokenInvariants(db))]
      if (broken.length > 0) throw new Error(`the figures are worthless: ${broken.join('; ')}`)
      return [
        {
          title: `${BROWSERS.toLocaleString('en')} browsers`,
          columns: ['', ''],
          rows: [
            ['a proof of work, in Node, ms', proofMs],
            ['tickets a second', perSecond(BROWSERS, ticketsMs)],
            ['seconds until the last was registered', elapsedMs / 1_000],
            ['registrations a second meanwhile', perSecond(BROWSERS, elapsedMs)],
            ['states asked for by each browser', durations.length / BROWSERS],
            ['states a second', perSecond(durations.length, elapsedMs)],
            ['state, p50 ms', quantile(durations, 0.5)],
            ['state, p99 ms', quantile(durations, 0.99)],
            ['server, cores busy', used.server / 1_000 / elapsedMs],
          ],
        },
      ]
    }),
}

function findProofs(challenge: string, count: number): number[] {
  const found: number[] = []
  for (let nonce = 0; found.length < count; nonce++)
    if (isProof(createHash('sha256').update(proofText(challenge, nonce)).digest())) found.push(nonce)
  return found
}

/** Over as many persistent connections as a proxy would open. */
async function caller(address: string) {
  const { send } = await openConnections([address], SOCKETS)
  return (
    method: Request['method'],
    path: string,
    { headers = {}, body }: Pick<Request, 'headers' | 'body'> = {},
  ) => send(bytesOf({ method, path, headers, body }))
}
