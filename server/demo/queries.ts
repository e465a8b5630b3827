import { sql } from 'kysely'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { DEMO_LOGINS } from './logins.ts'
import type { Person } from './people.ts'
import type { DemoFile } from './pictures.ts'

/** Advisory lock: of processes that start together one seeds. */
const SEED_LOCK = 7_209_184

/** Waits for another process that is seeding; true when the installation is empty. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
  return !(await hasEvents(tx))
}

export const hasEvents = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined

/** Whether the demo's data was written here, however its accounts have changed since. */
export const hasDemoData = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .where('email', 'in', DEMO_LOGINS)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

interface NewOrganizer {
  userId: number
  parentId: number | null
  name: string
  fantasyName: string
  corporateReason: string
  cnpj: string
  phone: string
  published?: {
    about: string
    site: string
    instagram: string
    public_phone: string
    public_email: string
    logo_path: string | null
  }
  address: { zip: string; street: string; number: string; district: string; city: string; state: string }
  at: Date
}

export async function insertOrganizer(tx: Tx, organizer: NewOrganizer): Promise<number> {
  const { address, at } = organizer
  const { id } = await tx
    .insertInto('organizers')
    .values({
      user_id: organizer.userId,
      enterprise_id: 1,
      parent_id: organizer.parentId,
      type: organizer.parentId === null ? 0 : 1,
      fantasy_name: organizer.fantasyName,
      corporate_reason: organizer.corporateReason,
      cnpj: organizer.cnpj,
      responsible: organizer.name,
      phone: organizer.phone,
      zip: address.zip,
      street: address.street,
      street_number: address.number,
      district: address.district,
      city: address.city,
      state_code: address.state,
      ...organizer.published,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the ids in the given order. */
export async function insertRunners(
  tx: Tx,
  people: readonly (Person & { email: string })[],
  at: Date,
): Promise<number[]> {
  const rows = await tx
    .insertInto('users')
    .values(
      people.map((person) => ({
        name: person.name,
        email: person.email,
        email_verified_at: at,
        cpf: person.cpf,
        phone: person.phone,
        city: person.city,
        state_code: person.state,
        birth_on: person.birthOn,
        sex: person.sex,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  await tx
    .insertInto('user_roles')
    .values(rows.map(({ id }) => ({ user_id: id, role: 'Participante' })))
    .execute()
  const ids = new Map(rows.map(({ email, id }) => [email, id]))
  return people.flatMap(({ email }) => ids.get(email) ?? [])
}

export async function insertFiles(tx: Tx, files: readonly DemoFile[], at: Date): Promise<void> {
  await tx
    .insertInto('uploads')
    .values(
      files.map((file) => ({
        path: file.path,
        purpose: file.purpose,
        media_type: file.mediaType,
        bytes: file.bytes,
        picture: file.picture && JSON.stringify(file.picture),
        course: file.course ? JSON.stringify(file.course) : null,
        created_at: at,
      })),
    )
    .execute()
}

export interface Paid {
  registrationId: number
  paymentId: number
  at: Date
}

/**
 * Writes paid payments and confirmed registrations as the gateway's messages would have, and the charges at the sandbox gateway that were
 * paid, so that they can be refunded there.
 */
export async function markPaid(tx: Tx, paid: readonly Paid[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
    as paid ("registrationId" bigint, "paymentId" bigint, at timestamptz)`
  await sql`
    with settled as (
      select p.id, paid.at, 'cob_' || replace(gen_random_uuid()::text, '-', '') as charge_id
      from ${given} join payments p on p.id = paid."paymentId"
    ),
    charge as (
      insert into sandbox.charges (id, external_reference, method, amount_cents, due_on, description, payer_name,
        payer_cpf_hint, status, paid_at, created_at, updated_at)
      select s.charge_id, p.external_reference, (array['PIX', 'BOLETO', 'CREDIT_CARD'])[p.type + 1], p.amount_cents,
        p.due_on, 'Inscrição · ' || e.title, u.name, substr(u.cpf, 4, 6),
        'CONFIRMED', s.at, p.created_at, s.at
      from settled s join payments p on p.id = s.id join events e on e.id = p.event_id
      join users u on u.id = p.payer_user_id
    ),
    ledger as (
      insert into payment_events (payment_id, at, kind, from_status, to_status, applied, source)
      select id, at, 'charge.confirmed', ${PAYMENT_STATUS.pending}, ${PAYMENT_STATUS.confirmed}, true, 'gateway' from settled
    ),
    payment as (
      update payments p set status = ${PAYMENT_STATUS.confirmed}, charge_id = s.charge_id, paid_at = s.at, updated_at = s.at
      from settled s where p.id = s.id
    )
    update registrations r set status = 1, confirmed_at = paid.at, updated_at = paid.at
    from ${given} where r.id = paid."registrationId"`.execute(tx)
}

/** Ends unpaid payments; the caller releases their registrations. */
export async function endPayments(
  tx: Tx,
  ended: readonly { paymentId: number; at: Date }[],
  status: number,
  kind: string,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended ("paymentId" bigint, at timestamptz)`
  await sql`
    with ledger as (
      insert into payment_events (payment_id, at, kind, from_status, to_status, applied, source)
      select "paymentId", at, ${kind}, ${PAYMENT_STATUS.pending}, ${status}, true, 'system' from ${given}
    )
    update payments p set status = ${status}, updated_at = ended.at
    from ${given} where p.id = ended."paymentId"`.execute(tx)
}

/** Removes the jobs that would create charges of ended payments and send mail to invented people. */
export async function dropJobs(tx: Tx): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier in ('create-charge', 'registration-confirmed')
    ))`.execute(tx)
}

/** Sets a level's capacity so that `left` units remain. */
export async function limitLevel(tx: Tx, levelId: number, left: number): Promise<void> {
  await tx
    .updateTable('stock_levels')
    .set((eb) => ({ capacity: eb('held', '+', left) }))
    .where('id', '=', levelId)
    .execute()
}

export async function linkProducer(
  tx: Tx,
  link: { organizerId: number; eventIds: readonly number[]; by: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('event_producers')
    .values(
      link.eventIds.map((event_id) => ({
        event_id,
        organizer_id: link.organizerId,
        linked_by: link.by,
        linked_at: link.at,
      })),
    )
    .execute()
}
