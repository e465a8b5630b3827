import { sql } from 'kysely'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { registrationConfirmedJob } from '#server/features/payment/emails/registration-confirmed.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { DEMO_LOGINS } from './logins.ts'
import type { Person } from './people.ts'
import type { DemoFile } from './pictures.ts'

/** Advisory lock: when several processes start together, one of them seeds. */
const SEED_LOCK = 7_209_184

/** Waits for another process that is seeding. True when the installation is empty. */
export async function isEmpty(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
  return !(await hasEvents(tx))
}

export const hasEvents = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined

/** Also true when the demo accounts were changed. */
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
  address: readonly [string, string, string, string, string, string]
  at: Date
}

export async function insertOrganizer(tx: Tx, organizer: NewOrganizer): Promise<number> {
  const [zip, street, street_number, district, city, state_code] = organizer.address
  const { at } = organizer
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
      zip,
      street,
      street_number,
      district,
      city,
      state_code,
      ...organizer.published,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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

/** Does what the gateway's messages would do. Also writes the sandbox's charges, which can be refunded. */
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
    update registrations r set status = ${code.registration.confirmed}, confirmed_at = paid.at, updated_at = paid.at
    from ${given} where r.id = paid."registrationId"`.execute(tx)
}

/** Releasing the registrations is left to the caller. */
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

/** Jobs that would create charges of ended payments and send mail to invented people. */
export async function dropJobs(tx: Tx): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier in (${createChargeJob.name}, ${registrationConfirmedJob.name})
    ))`.execute(tx)
}

export async function limitLevel(tx: Tx, levelId: number, left: number): Promise<void> {
  await tx
    .updateTable('stock_levels')
    .set((eb) => ({ capacity: eb('held', '+', left) }))
    .where('id', '=', levelId)
    .execute()
}

export const linkProducer = (
  tx: Tx,
  eventIds: readonly number[],
  link: { organizer_id: number; linked_by: number; linked_at: Date },
) =>
  tx
    .insertInto('event_producers')
    .values(eventIds.map((event_id) => ({ event_id, ...link })))
    .execute()
