import { sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { registrationTransferred } from '#server/features/outbox/domain-events.ts'
import { audit } from '#server/lib/audit.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { teamProblem } from '../teams/queries.ts'

/** What the new runner of a transfer gave, until it is stored with the registration. */
export interface Given {
  person: { name: string; cpf: string; phone: string; birth_on: string; sex: number }
  terms: { id: number; version: number }[]
  answers: {
    questionnaire_id: number
    question: string
    accepted: boolean
    value: string | null
    file_path: string | null
  }[]
}

/** The transfer that a change pays for. */
export const findTransferOf = (tx: Tx, changeId: number) =>
  tx
    .selectFrom('transfers as t')
    .innerJoin('registrations as r', 'r.id', 't.registration_id')
    .innerJoin('users as u', 'u.id', 't.to_user_id')
    .where('t.change_id', '=', changeId)
    .select(['t.id', 't.registration_id', 't.from_user_id', 'u.id as to_user_id', 'r.event_id'])
    .select(['r.responsible_user_id', 'u.anonymized_at'])
    .select(sql<string | null>`t.given -> 'person' ->> 'cpf'`.as('cpf'))
    .select(sql<number | null>`(t.given -> 'person' ->> 'sex')::int`.as('sex'))
    .executeTakeFirst()
export type Transfer = NonNullable<Awaited<ReturnType<typeof findTransferOf>>>

/**
 * Whether the new runner can still take the registration over. The caller has locked the event and the
 * registration. Locks the level of the event, as everything that makes a CPF active does.
 */
export async function mayTake(tx: Tx, transfer: Transfer): Promise<boolean> {
  if (transfer.cpf === null || transfer.sex === null || transfer.anonymized_at !== null) return false
  if (transfer.responsible_user_id !== transfer.from_user_id) return false
  await sql`
    select from stock_levels where id = (select stock_level_id from events where id = ${transfer.event_id})
    for update`.execute(tx)
  if ((await teamProblem(tx, transfer.registration_id, transfer.sex)) !== null) return false
  return !(await isRegistered(tx, { eventId: transfer.event_id, cpf: transfer.cpf }))
}

export async function isRegistered(
  db: Db,
  { eventId, cpf }: { eventId: number; cpf: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('cpf', '=', cpf)
    .where('status', '<>', REGISTRATION_STATUS.cancelled)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Makes the registration the new runner's. The caller has checked `mayTake` and moves its stock and price. */
export async function applyTransfer(
  tx: Tx,
  { id, registration_id: registrationId, event_id: eventId, to_user_id: actorUserId }: Transfer,
  at: Date,
): Promise<void> {
  await sql`select apply_transfer(${id}, ${at}::timestamptz)`.execute(tx)
  await audit(tx, { at, actorUserId, action: 'registration.transferred', entityId: registrationId, eventId })
  await publish(tx, registrationTransferred, [{ registrationId, transferId: id }], at)
}
