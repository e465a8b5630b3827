import { sql, type Updateable } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { RightClaimStatus } from '#contract/registration/right-claim.ts'
import { today } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { RightClaims } from '#server/lib/db-types.ts'

const isCurrent = sql<boolean>`c.right_rule_id is not distinct from r.right_rule_id`

const claims = (db: Db) =>
  db
    .selectFrom('right_claims as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('right_rules as x', 'x.id', 'c.right_rule_id')
    .innerJoin('right_versions as v', (join) =>
      join.onRef('v.right_rule_id', '=', 'c.right_rule_id').onRef('v.version', '=', 'c.version'),
    )

const presented = (db: Db) =>
  claims(db)
    .leftJoin('users as w', 'w.id', 'c.reviewed_by')
    .select([
      'c.registration_id',
      'c.right_rule_id',
      'v.name',
      'v.declaration',
      'c.version',
      'c.is_companion',
    ])
    .select([
      'c.discount_cents',
      'x.proof as proof_name',
      'c.proof_due_on',
      'c.proof_path',
      'c.proof_sent_at',
    ])
    .select(['w.name as reviewer', 'c.reviewed_at', 'c.review_reason', 'c.created_at'])
    .select(['r.name as participant', 'r.status as registration_status'])
    .select([sql<RightClaimStatus>`c.status`.as('status'), isCurrent.as('is_current')])

export type ClaimRow = Awaited<ReturnType<typeof listClaimsOf>>[number]

/** The claims of a registration, the latest first. */
export const listClaimsOf = (db: Db, registrationId: number) =>
  presented(db)
    .where('c.registration_id', '=', registrationId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.right_rule_id')
    .execute()

/** The rules of an event, in its order. */
export const listRules = (db: Db, eventId: number) =>
  db
    .selectFrom('right_rules')
    .where('event_id', '=', eventId)
    .where('rate_bp', 'is not', null)
    .where('status', '=', ITEM_STATUS.active)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name'])
    .execute()

interface ClaimFilter {
  eventId: number
  ruleId?: number | undefined
  /** Absent: the claims that need a decision, because their proof was sent or is overdue. */
  status?: RightClaimStatus | undefined
  now: Date
}

/** SQL conditions; the claims of cancelled registrations are never listed. */
const filtered = ({ eventId, ruleId, status, now }: ClaimFilter) => {
  const isOpen = sql`${isCurrent} and (
    c.status = 'in_review' or c.status = 'awaiting_proof' and c.proof_due_on < ${today(now)}
  )`
  const isListed = status ? sql`c.status = ${status} and (${isCurrent} or c.status = 'rejected')` : isOpen
  return sql<boolean>`x.event_id = ${eventId} and r.status <> ${sql.lit(REGISTRATION_STATUS.cancelled)}
    and (${ruleId ?? null}::bigint is null or x.id = ${ruleId ?? null}) and (${isListed})`
}

/** The oldest first. */
export const listClaims = (
  db: Db,
  filter: ClaimFilter,
  { page, perPage }: { page: number; perPage: number },
) =>
  presented(db)
    .where(filtered(filter))
    .orderBy('c.created_at')
    .orderBy('c.registration_id')
    .orderBy('c.right_rule_id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

export async function countClaims(db: Db, filter: ClaimFilter): Promise<number> {
  const { total } = await claims(db)
    .where(filtered(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const findClaim = (db: Db, registrationId: number, ruleId: number) =>
  presented(db)
    .where('c.registration_id', '=', registrationId)
    .where('c.right_rule_id', '=', ruleId)
    .select('r.event_id')
    .executeTakeFirst()

/** The caller has locked the registration. */
export async function updateClaim(
  tx: Tx,
  registrationId: number,
  ruleId: number,
  review: Updateable<RightClaims>,
): Promise<void> {
  await tx
    .updateTable('right_claims')
    .set(review)
    .where('registration_id', '=', registrationId)
    .where('right_rule_id', '=', ruleId)
    .execute()
}
