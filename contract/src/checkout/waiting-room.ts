import { z } from 'zod'
import { Instant } from '../fields.ts'
import { defineRoute, Id, IdParams } from '../route.ts'

// The waiting room is described in docs/algorithms/waiting-room.md.

const TAG = 'Sala de espera'

/** Number of leading zero bits that the SHA-256 hash of a ticket's proof of work must have. */
export const PROOF_BITS = 14

export const proofText = (challenge: string, nonce: number): string => `${challenge}.${nonce}`

export function isProof(hash: Uint8Array): boolean {
  const [first = 255, second = 255] = hash
  return first === 0 && second >> (16 - PROOF_BITS) === 0
}

export const TICKET_HEADER = 'waiting-room-ticket'
/** The request header that carries the `pass` of `getWizardStart`. */
export const PASS_HEADER = 'waiting-room-pass'

/** The state is the same for everybody. Each browser compares it with the number of its own ticket. */
export const WaitingRoomState = z.object({
  is_open: z.boolean(),
  /** When the first people are admitted; null when admission has begun. */
  starts_at: Instant.nullable(),
  /** Tickets up to this number are admitted. */
  admitted: z.int(),
  /** People admitted per minute; 0 before the first admission. */
  per_minute: z.int(),
  is_sold_out: z.boolean(),
  /** The challenge for a ticket's proof of work; null while the room is closed. */
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

/** Number of people ahead of the holder of ticket `number`; 0 when it is admitted. */
export const peopleAhead = (
  { admitted, starts_at }: Pick<WaitingRoomState, 'admitted' | 'starts_at'>,
  number: number,
): number => Math.max(0, number - admitted - (starts_at === null ? 0 : 1))

const SHORTEST_MS = 3_000
const LONGEST_MS = 30_000

/** A tenth of the expected wait, within bounds, plus up to a fifth at random against synchronized polls. */
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

export const ManagedWaitingRoom = z.object({
  is_marked: z.boolean(),
  /** Whether the room is open, by the organizer's choice or because of the load. */
  is_open: z.boolean(),
  waiting: z.int(),
  admitted: z.int(),
  per_minute: z.int(),
})
export type ManagedWaitingRoom = z.infer<typeof ManagedWaitingRoom>

const MANAGED = {
  path: '/organizer/events/:eventId/waiting-room',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'edit-event' },
  tag: TAG,
  params: z.object({ eventId: Id }),
  data: ManagedWaitingRoom,
} as const

export const getManagedWaitingRoom = defineRoute({
  ...MANAGED,
  method: 'GET',
  summary: 'Quantas pessoas esperam para se inscrever',
})

export const markWaitingRoom = defineRoute({
  ...MANAGED,
  method: 'PUT',
  summary: 'Abre a sala de espera de uma corrida muito procurada, ou deixa o sistema decidir',
  body: z.object({ is_marked: z.boolean() }),
})
