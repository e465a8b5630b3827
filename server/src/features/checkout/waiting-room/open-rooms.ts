import type { Logger } from 'pino'
import type { Clock } from '#server/lib/clock.ts'
import type { Db } from '#server/lib/db.ts'
import type { RegistrationQueue } from '../order/registration-queue.ts'
import { letIn, listOpenRooms, type OpenRoom, openRooms } from './queries.ts'

/** The open waiting rooms, as known to this process (docs/algorithms/waiting-room.md). */
export interface WaitingRooms {
  /** The open room of an event; changes are known a second later. */
  find(eventId: number): OpenRoom | undefined
  noteVisitor(eventId: number): void
  /** Opens rooms for crowds, admits people and reads which rooms are open. Called every second. */
  tick(): Promise<void>
  /** Returns a function that stops ticking. */
  start(): () => Promise<void>
}

const TICK_MS = 1_000
const MINUTE_MS = 60_000
/**
 * The share of the registration speed at which people are admitted, because they also read pages, log in and
 * pay.
 */
const SHARE_OF_SPEED = 0.5
/** While orders wait longer than this, nobody is admitted. */
const PATIENCE_MS = 1_000
/** When orders wait longer than this, there is a crowd. */
const CROWD_WAIT_MS = 2_000
/** Number of ticks over which visitors are counted. */
const COUNTED_TICKS = 10
const OPEN_MS = 10 * MINUTE_MS

type Queue = Pick<RegistrationQueue, 'perSecond' | 'expectedWaitMs'>

export function createWaitingRooms(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  queue: Queue,
): WaitingRooms {
  let open = new Map<number, OpenRoom>()
  /** Visitors by event for the last ticks, the current one first. */
  let visitors: Map<number, number>[] = [new Map()]

  /** Events opened faster than people can register; while orders wait, also the one with most visitors. */
  function crowded(): number[] {
    const counts = new Map<number, number>()
    for (const tick of visitors)
      for (const [eventId, count] of tick) counts.set(eventId, (counts.get(eventId) ?? 0) + count)
    const byCount = [...counts].sort(([, a], [, b]) => b - a)
    const many = queue.perSecond() * SHARE_OF_SPEED * COUNTED_TICKS
    const isWaitedFor = queue.expectedWaitMs() > CROWD_WAIT_MS
    return byCount
      .filter(([, count], rank) => count > many || (isWaitedFor && rank === 0))
      .map(([eventId]) => eventId)
  }

  async function tick(): Promise<void> {
    const at = clock.now()
    const waitedIn = [...open.values()].filter(({ isWaitedIn }) => isWaitedIn)
    const events = new Set([...crowded(), ...waitedIn.map(({ eventId }) => eventId)])
    visitors = [new Map(), ...visitors.slice(0, COUNTED_TICKS - 1)]
    if (events.size > 0) await openRooms(db, [...events], { at, until: new Date(at.getTime() + OPEN_MS) })
    if (open.size > 0 || events.size > 0) {
      const isFast = queue.expectedWaitMs() <= PATIENCE_MS
      await letIn(db, isFast ? queue.perSecond() * SHARE_OF_SPEED : 0, at)
    }
    const rooms = await listOpenRooms(db, at)
    for (const { eventId } of rooms) if (!open.has(eventId)) log.info({ eventId }, 'a waiting room is open')
    open = new Map(rooms.map((room) => [room.eventId, room]))
  }

  return {
    find: (eventId) => open.get(eventId),
    noteVisitor(eventId) {
      const [current] = visitors
      current?.set(eventId, (current.get(eventId) ?? 0) + 1)
    },
    tick,
    start() {
      let running: Promise<void> | null = null
      const timer = setInterval(() => {
        running ??= tick()
          .catch((error) => log.warn({ err: error }, 'the waiting rooms are not up to date'))
          .finally(() => {
            running = null
          })
      }, TICK_MS)
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}
