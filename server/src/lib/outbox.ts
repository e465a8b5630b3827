import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from './db.ts'
import type { Job } from './jobs.ts'
import { withCurrentContext } from './work-context.ts'

/** A fact named `<subject>.<what happened>`: docs/algorithms/outbox.md. */
export interface DomainEvent<out P extends object = object> {
  name: string
  payload: { parse(payload: unknown): P }
}

/** The payload holds ids and statuses, never personal data. */
export const defineEvent = <S extends z.ZodObject>(name: string, payload: S) => ({ name, payload })

export interface Subscription<out P extends object = object> {
  event: DomainEvent<P>
  only: object
  delayMs: number | null
  oncePer: string | null
  keepsTime: boolean
}

interface SubscriptionOptions<P> {
  /** The payload must contain these values. */
  only?: Partial<P>
  delayMs?: number
  /** At most one job waits for each value of this key: a further event replaces it. */
  oncePer?: keyof P & string
  /** The time of the replaced job stays, so that many events make one message. */
  keepsTime?: boolean
}

export const on = <P extends object>(
  event: DomainEvent<P>,
  { only = {}, delayMs, oncePer, keepsTime = false }: SubscriptionOptions<NoInfer<P>> = {},
): Subscription<P> => ({ event, only, delayMs: delayMs ?? null, oncePer: oncePer ?? null, keepsTime })

/** Call it in the transaction that makes the events true. `at` is the time of that. */
export async function publish<P extends object>(
  tx: Tx,
  event: DomainEvent<P>,
  payloads: readonly NoInfer<P>[],
  at: Date,
): Promise<void> {
  if (payloads.length === 0) return
  const checked = payloads.map((payload) => withCurrentContext(event.payload.parse(payload)))
  await sql`
    select publish_events(array_agg(row (${event.name}, payload, ${at}::timestamptz)::domain_event))
    from jsonb_array_elements(${JSON.stringify(checked)}::jsonb) payload`.execute(tx)
}

export async function storeSubscriptions(db: Db, jobs: readonly Job[]): Promise<void> {
  const rows = jobs.flatMap(({ name, priority, subscriptions }) =>
    subscriptions.map(({ event, only, delayMs, oncePer, keepsTime }) => ({
      event: event.name,
      task: name,
      condition: only,
      delay_ms: delayMs,
      once_per: oncePer,
      keeps_time: keepsTime,
      priority,
    })),
  )
  await sql`
    with wanted as (
      select * from jsonb_populate_recordset(null::outbox_subscriptions, ${JSON.stringify(rows)}::jsonb)
    ),
    removed as (
      delete from outbox_subscriptions s
      where not exists (
        select from wanted w where (w.event, w.task, w.condition) = (s.event, s.task, s.condition)
      )
    )
    insert into outbox_subscriptions (event, task, condition, delay_ms, once_per, keeps_time, priority)
    select event, task, condition, delay_ms, once_per, keeps_time, priority
    from wanted order by event, task, condition
    on conflict (event, task, condition) do update set delay_ms = excluded.delay_ms,
      once_per = excluded.once_per, keeps_time = excluded.keeps_time, priority = excluded.priority`.execute(
    db,
  )
}
