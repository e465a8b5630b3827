import { z } from 'zod'
import { Instant } from './fields.ts'
import { defineRoute, Id, IdParams } from './route.ts'

// docs/algorithms/waiting-room.md

const TAG = 'Sala de espera'

/** Leading zero bits of SHA-256 that a ticket costs. */
export const PROOF_BITS = 14

/** What is hashed for a proof of work. */
export const proofText = (challenge: string, nonce: number): string => `${challenge}.${nonce}`

export function isProof(hash: Uint8Array): boolean {
  const [first = 255, second = 255] = hash
  return first === 0 && second >> (16 - PROOF_BITS) === 0
}

/** The header with the ticket. */
export const TICKET_HEADER = 'waiting-room-ticket'
/** The header with the `pass` that the wizard's start gave before the room opened. */
export const PASS_HEADER = 'waiting-room-pass'

/** The same for everybody; each browser compares it with its own number. */
export const WaitingRoomState = z.object({
  /** Whether a ticket is needed to register. */
  is_open: z.boolean(),
  /** When the first people are let in; null when that is now. */
  starts_at: Instant.nullable(),
  /** Numbers up to this one may go in. */
  admitted: z.int(),
  /** People let in by the minute; 0 while nobody was. */
  per_minute: z.int(),
  is_sold_out: z.boolean(),
  /** What a ticket's proof of work is made for; null while the room is closed. */
  challenge: z.string().nullable(),
})
export type WaitingRoomState = z.infer<typeof WaitingRoomState>

export const getWaitingRoom = defineRoute({
  method: 'GET',
  path: '/events/:id/waiting-room',
  access: 'public',
  tag: TAG,
  summary: 'A sala de espera de um evento: até que número as pessoas já entraram',
  params: IdParams,
  data: WaitingRoomState,
})

export const takeTicket = defineRoute({
  method: 'POST',
  path: '/events/:id/waiting-room/tickets',
  access: 'public',
  tag: TAG,
  status: 201,
  summary: 'Um lugar na fila, em troca de uma prova de trabalho',
  params: IdParams,
  body: z.object({ challenge: z.string().max(200), nonce: z.int().min(0) }),
  data: z.object({ ticket: z.string(), number: z.int() }),
})

/** People who go in before the holder of a number; 0 when it is their turn. */
export const peopleAhead = (
  { admitted, starts_at }: Pick<WaitingRoomState, 'admitted' | 'starts_at'>,
  number: number,
): number => Math.max(0, number - admitted - (starts_at === null ? 0 : 1))

const SHORTEST_MS = 3_000
const LONGEST_MS = 30_000

/** When to ask again: after a tenth of the expected wait. Up to a fifth longer, so that browsers do not all ask at once. */
export function pauseMs(
  state: Pick<WaitingRoomState, 'admitted' | 'starts_at' | 'per_minute'> | undefined,
  number: number | null,
  random = Math.random(),
): number {
  const wait =
    state && number !== null && state.per_minute > 0
      ? (peopleAhead(state, number) / state.per_minute) * 60_000
      : 0
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait / 10)) * (1 + random / 5)
}

const MANAGERS = { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'edit-event' } as const

export const ManagedWaitingRoom = z.object({
  is_marked: z.boolean(),
  /** Open, by the organizer or by itself. */
  is_open: z.boolean(),
  waiting: z.int(),
  admitted: z.int(),
  per_minute: z.int(),
})
export type ManagedWaitingRoom = z.infer<typeof ManagedWaitingRoom>

export const getManagedWaitingRoom = defineRoute({
  method: 'GET',
  path: '/organizer/events/:eventId/waiting-room',
  access: MANAGERS,
  tag: TAG,
  summary: 'Quantas pessoas esperam para se inscrever',
  params: z.object({ eventId: Id }),
  data: ManagedWaitingRoom,
})

export const markWaitingRoom = defineRoute({
  method: 'PUT',
  path: '/organizer/events/:eventId/waiting-room',
  access: MANAGERS,
  tag: TAG,
  summary: 'Abre a sala de espera de uma corrida muito procurada, ou deixa o sistema decidir',
  params: z.object({ eventId: Id }),
  body: z.object({ is_marked: z.boolean() }),
  data: ManagedWaitingRoom,
})
