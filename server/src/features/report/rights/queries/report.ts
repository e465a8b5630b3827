import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

interface RuleSums {
  id: number
  name: string
  source_url: string | null
  rate_bp: number | null
  status: number
  off_reason: string | null
  quota: number | null
  used: number
  claims: number
  granted: number
  open: number
  approved: number
  rejected: number
  unused: number
  discount_cents: number
}

/** In the event's order. */
export async function sumRights(db: Db, eventId: number): Promise<RuleSums[]> {
  const { rows } = await sql<RuleSums>`
    select x.id, x.name, x.source_url, x.rate_bp, x.status, x.off_reason, l.capacity as quota, l.held as used,
      count(c.*) as claims,
      count(*) filter (where is_used and c.status = 'granted') as granted,
      count(*) filter (where is_used and c.status in ('awaiting_proof', 'in_review')) as open,
      count(*) filter (where is_used and c.status = 'approved') as approved,
      count(*) filter (where c.status = 'rejected') as rejected,
      count(*) filter (where not is_used and c.status <> 'rejected') as unused,
      coalesce(sum(c.discount_cents) filter (where is_used), 0) as discount_cents
    from right_rules x
    join stock_levels l on l.id = x.stock_level_id
    left join (
      select c.*, c.status <> 'rejected' and r.status <> ${code.registration.cancelled}
        and r.right_rule_id is not distinct from c.right_rule_id as is_used
      from right_claims c join registrations r on r.id = c.registration_id
    ) c on c.right_rule_id = x.id
    where x.event_id = ${eventId}
    group by x.id, l.id order by x.position, x.id`.execute(db)
  return rows
}

/** The most frequent first. */
export async function countReasons(
  db: Db,
  eventId: number,
): Promise<{ rule_id: number; reason: string | null; claims: number }[]> {
  const { rows } = await sql<{ rule_id: number; reason: string | null; claims: number }>`
    select c.right_rule_id as rule_id, c.review_reason as reason, count(*) as claims
    from right_claims c join right_rules x on x.id = c.right_rule_id
    where x.event_id = ${eventId} and c.status = 'rejected'
    group by 1, 2 order by 3 desc, 2`.execute(db)
  return rows
}
