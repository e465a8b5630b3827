import { sql } from 'kysely'
import { dayIn } from '#contract/dates.ts'
import type { Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { BANK_ZONE } from '../domain/due-date.ts'

const HOUR_MS = 3_600_000
/** A reminder this soon after the registration would only repeat its e-mail. */
const LEAST_GAP_MS = HOUR_MS

interface Lead {
  hours: number
  /** The number of hours from which the next reminder is sent instead; 0 for the last one. */
  nextHours: number
  now: Date
  limit: number
}

/** SQL: the instant until which payment `p` is to be paid (docs/algorithms/payment.md, "Reminders"). */
const dueAt = sql<Date>`coalesce(p.expires_at, (p.due_on + 1)::timestamp at time zone ${sql.lit(BANK_ZONE)})`

/** False if another run is claiming. Two runs would divide the payments of one payer and send two e-mails. */
export async function lockReminders(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('payments.reminded_hours')) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/**
 * Marks payable payments that hold places and whose reminder is due, and returns them. Locked ones are left
 * to the next run, so that the lock order does not matter.
 */
export async function claimReminders(tx: Tx, { hours, nextHours, now, limit }: Lead) {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const latest = after(hours * HOUR_MS)
  return tx
    .with('due', (db) =>
      db
        .selectFrom('payments as p')
        // Literals, so that the planner uses the partial index of open payments.
        .where(
          sql<boolean>`p.status in (${code.payment.pending}, ${code.payment.refused}, ${code.payment.rejected})`,
        )
        .where('p.charge_id', 'is not', null)
        // Implied by the conditions on `dueAt`; makes the index usable.
        .where('p.due_on', '>=', dayIn(BANK_ZONE, now))
        .where('p.due_on', '<=', dayIn(BANK_ZONE, latest))
        .where(dueAt, '>', after(nextHours * HOUR_MS))
        .where(dueAt, '<=', latest)
        .where(
          sql<boolean>`${dueAt} - p.created_at > make_interval(secs => ${(hours * HOUR_MS + LEAST_GAP_MS) / 1000})`,
        )
        .where((eb) => eb.or([eb('p.reminded_hours', 'is', null), eb('p.reminded_hours', '>', hours)]))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('payment_items as i')
              .innerJoin('registrations as r', 'r.id', 'i.registration_id')
              .whereRef('i.payment_id', '=', 'p.id')
              .where(sql<boolean>`r.status = ${code.registration.pending}`)
              .select('r.id'),
          ),
        )
        .orderBy('p.payer_user_id')
        .orderBy('p.event_id')
        .limit(limit)
        .forNoKeyUpdate('p')
        .skipLocked()
        .select('p.id'),
    )
    .updateTable('payments')
    .from('due')
    .whereRef('payments.id', '=', 'due.id')
    .set({ reminded_hours: hours })
    .returning(['payments.id', 'payments.event_id', 'payments.payer_user_id'])
    .execute()
}
