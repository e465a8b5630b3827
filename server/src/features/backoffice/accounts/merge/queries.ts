import { sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Role } from '#contract/roles.ts'
import type { WholeAccount } from '#server/features/account/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'

const missing = () => new AppError('not_found', { message: 'Participante não encontrado.' })
const ROLES = sql<Role[]>`array(select role from user_roles where user_id = users.id order by role)`

export const getAccountToMerge = (db: Db, id: number): Promise<WholeAccount> =>
  db
    .selectFrom('users')
    .selectAll()
    .select(ROLES.as('roles'))
    .select(sql<Role[]>`'{}'::text[]`.as('blockedRoles'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing)

interface Holding {
  orders: number
  consents: number
  openSessions: number
}

export async function countHoldings(db: Db, userId: number): Promise<Holding> {
  const { rows } = await sql<Holding>`
    select (select count(*) from orders where buyer_user_id = ${userId}) as orders,
      (select count(*) from consents where user_id = ${userId}) as consents,
      (select count(*) from sessions where user_id = ${userId} and revoked_at is null) as "openSessions"`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, consents: 0, openSessions: 0 }
}

export interface MergeConflict {
  event: string
  kept_registration: number
  duplicate_registration: number
}

/** Position 0 is an account's own registration. `cpf` is that of the merged account. */
export async function listConflicts(
  db: Db,
  keptId: number,
  duplicateId: number,
  cpf: string | null,
): Promise<MergeConflict[]> {
  const { rows } = await sql<MergeConflict>`
    select distinct on (theirs.id) events.title as event, mine.id as kept_registration, theirs.id as duplicate_registration
    from registrations theirs
    join registrations mine on mine.event_id = theirs.event_id and mine.status <> ${code.registration.cancelled} and mine.id <> theirs.id
      and ((mine.responsible_user_id = ${keptId} and mine.position = 0) or mine.cpf = ${cpf})
    join events on events.id = theirs.event_id
    where theirs.responsible_user_id = ${duplicateId} and theirs.position = 0 and theirs.status <> ${code.registration.cancelled}
    order by theirs.id, mine.id`.execute(db)
  return rows
}

const eventsOf = (db: Db, userId: number) =>
  db
    .selectFrom('registrations')
    .select('event_id')
    .where('responsible_user_id', '=', userId)
    .where('status', '<>', REGISTRATION_STATUS.cancelled)

/** In id order: no other registration with the changed CPFs may be created meanwhile. */
export async function lockEventsOf(tx: Tx, userId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('events')
    .select('id')
    .where('id', 'in', eventsOf(tx, userId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function hasOtherEvents(
  tx: Tx,
  userId: number,
  eventIds: ReadonlySet<number>,
): Promise<boolean> {
  const rows = await eventsOf(tx, userId).distinct().execute()
  return rows.some(({ event_id }) => !eventIds.has(event_id))
}

/** The person's own registrations get the merged CPF. */
export async function moveHoldings(
  tx: Tx,
  { from, to, cpf, at }: { from: number; to: number; cpf: string | null; at: Date },
): Promise<{ orders: number; registrations: number; consents: number }> {
  // Idempotency keys are unique per buyer, so keys that exist on both accounts get a suffix.
  await sql`
    update orders set idempotency_key = idempotency_key || ':' || id
    where buyer_user_id = ${from}
      and idempotency_key in (select idempotency_key from orders where buyer_user_id = ${to})`.execute(tx)
  const orders = await tx
    .updateTable('orders')
    .set({ buyer_user_id: to })
    .where('buyer_user_id', '=', from)
    .executeTakeFirst()
  const registrations = await tx
    .updateTable('registrations')
    .set({
      responsible_user_id: to,
      cpf: sql`case when position = 0 then coalesce(${cpf}, cpf) else cpf end`,
      updated_at: at,
    })
    .where('responsible_user_id', '=', from)
    .executeTakeFirst()
  await tx.updateTable('payments').set({ payer_user_id: to }).where('payer_user_id', '=', from).execute()
  await tx.updateTable('transfers').set({ from_user_id: to }).where('from_user_id', '=', from).execute()
  await tx.updateTable('transfers').set({ to_user_id: to }).where('to_user_id', '=', from).execute()
  await tx.updateTable('groups').set({ captain_user_id: to }).where('captain_user_id', '=', from).execute()
  await tx.updateTable('teams').set({ captain_user_id: to }).where('captain_user_id', '=', from).execute()
  // If the uses of a coupon are counted for both accounts, both counts stay.
  await sql`
    update coupon_accounts a set user_id = ${to}
    where user_id = ${from}
      and not exists (select from coupon_accounts where coupon_id = a.coupon_id and user_id = ${to})`.execute(
    tx,
  )
  // A waiting alert replaces one that was told already.
  await sql`
    delete from event_alerts k using event_alerts d
    where k.user_id = ${to} and d.user_id = ${from} and d.event_id = k.event_id
      and k.told_at is not null and d.told_at is null`.execute(tx)
  await sql`
    update event_alerts a set user_id = ${to}
    where user_id = ${from}
      and not exists (select from event_alerts where event_id = a.event_id and user_id = ${to})`.execute(tx)
  const consents = await tx
    .updateTable('consents')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return {
    orders: Number(orders.numUpdatedRows),
    registrations: Number(registrations.numUpdatedRows),
    consents: Number(consents.numUpdatedRows),
  }
}

export async function wasMergedInto(tx: Tx, duplicateId: number, keptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('entity', '=', 'user')
    .where('entity_id', '=', duplicateId)
    .where('action', '=', 'user.merged_into')
    .where(sql<boolean>`(after ->> 'into')::bigint = ${keptId}`)
    .executeTakeFirst()
  return row !== undefined
}
