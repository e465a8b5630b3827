import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { API_BASE } from '#contract/route.ts'
import { callService } from '#server/lib/call-service.ts'
import type { Db } from '#server/lib/db.ts'
import { quantile, type Table } from './bench.ts'
import type { startServices } from './processes.ts'

/** One in this many runners. */
const EVERY = 10
const LOOK_MS = 100
/** Rarer, because each look reads all payments. */
const CHARGES_LOOK_MS = 2_000
/** How often the page asks while the code is missing. */
const POLL_MS = 2_000
const LONGEST_MS = 10 * 60_000

interface Rush {
  eventId: number
  orders: number
  url: string
  services: Awaited<ReturnType<typeof startServices>>
}

/**
 * During a rush, some runners open the payment page within a second after they registered, and pay as soon as
 * it shows a code. Resolves when the last one is confirmed and all charges are created.
 */
export async function watchPayers(db: Db, { eventId, orders, url, services }: Rush): Promise<Table> {
  const codes: number[] = []
  const confirmations: number[] = []
  const reported = new Map<number, number>()
  const payers: Promise<void>[] = []
  const checkTime = timeLimit()
  const signal = AbortSignal.timeout(LONGEST_MS)

  async function openPage(id: number, token: string): Promise<void> {
    const opened = performance.now()
    for (;;) {
      const { text } = await callService(`${url}${API_BASE}/payments/${token}`, { signal })
      if (JSON.parse(text).data.pix) break
      checkTime()
      await wait(POLL_MS)
    }
    codes.push(performance.now() - opened)
    const { charge_id: chargeId } = await db
      .selectFrom('payments')
      .where('id', '=', id)
      .select('charge_id')
      .executeTakeFirstOrThrow()
    const { body, headers } = await services.pay(chargeId ?? '')
    reported.set(id, performance.now())
    await callService(`${url}${API_BASE}/webhooks/asaas`, { method: 'POST', body, headers, signal })
  }

  const failed = Promise.withResolvers<never>()
  let last = 0
  let seen = 0
  while (seen < orders || confirmations.length < payers.length) {
    checkTime()
    await Promise.race([wait(LOOK_MS), failed.promise])
    const made = await db
      .selectFrom('payments')
      // `+ 0`, so that each look reads only the new payments.
      .where(sql`event_id + 0`, '=', eventId)
      .where('id', '>', last)
      .orderBy('id')
      .select(['id', 'token'])
      .execute()
    for (const { id, token } of made)
      if (seen++ % EVERY === 0) payers.push(openPage(id, token).catch(failed.reject))
    last = made.at(-1)?.id ?? last
    const paid = await db
      .selectFrom('payments')
      .where('id', 'in', [0, ...reported.keys()])
      .where('paid_at', 'is not', null)
      .select('id')
      .execute()
    for (const { id } of paid) {
      confirmations.push(performance.now() - (reported.get(id) ?? 0))
      reported.delete(id)
    }
  }
  await Promise.race([Promise.all(payers), failed.promise])
  const charges = await chargeDurations(db, { eventId, orders })
  const row = (name: string, of: number[]) => [name, of.length, quantile(of, 0.5), quantile(of, 0.99)]
  return {
    title: `Paid, 500 connections, one in ${EVERY} opens the payment page at once and pays`,
    columns: ['', 'people', 'p50 ms', 'p99 ms'],
    rows: [
      row('from the request to the charge', charges),
      row('from opening the page to the code', codes),
      row("from the gateway's message to the confirmation", confirmations),
    ],
  }
}

async function chargeDurations(db: Db, { eventId, orders }: Pick<Rush, 'eventId' | 'orders'>) {
  const checkTime = timeLimit()
  for (;;) {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from min(l.at) - p.created_at) * 1000)::float8 as ms
      from payments p join payment_events l on l.payment_id = p.id
      where p.event_id = ${eventId} and l.kind = 'charge_created' group by p.id, p.created_at`.execute(db)
    if (rows.length >= orders) return rows.map(({ ms }) => ms)
    checkTime()
    await wait(CHARGES_LOOK_MS)
  }
}

/** Returns a function that throws when the time is over. */
function timeLimit(): () => void {
  const until = performance.now() + LONGEST_MS
  return () => {
    if (performance.now() > until) throw new Error('some payments got no charge or no confirmation in time')
  }
}
