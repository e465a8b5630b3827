import type { RightClaimStatus } from '#contract/registration/right-claim.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { presentClaimRow } from './present.ts'
import { countClaims, listClaims, listRules } from './queries.ts'

interface Asked {
  caller: Caller
  eventId: number
  query: {
    page: number
    per_page: number
    right_rule_id?: number | undefined
    status?: RightClaimStatus | undefined
  }
}

/** Throws 404 outside the caller's scope. */
export async function readClaims(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, query }: Asked,
) {
  const { id, title } = await getAccessibleEvent(db, caller, eventId)
  const open = { eventId, now: clock.now() }
  const filter = { ...open, ruleId: query.right_rule_id, status: query.status }
  const { page, per_page: perPage } = query
  const [rows, total, rules, openTotal] = await Promise.all([
    listClaims(db, filter, { page, perPage }),
    countClaims(db, filter),
    listRules(db, eventId),
    countClaims(db, open),
  ])
  return {
    data: rows.map(presentClaimRow),
    meta: pageMeta(page, perPage, total),
    extra: { event: { id, title }, rules, open: openTotal },
  }
}
