import { z } from 'zod'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Identification } from '#contract/people/confirmation.ts'
import type { Deps } from '#server/deps.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { defineMoneyJob, RUN_MS } from '#server/lib/jobs.ts'
import { identify } from '../confirmation/identify.ts'
import { findOverdue, listOverdue, type Request, updateRequest } from './queries.ts'
import { openSigner } from './signer.ts'

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'gateway'>

/** Cancels the registration and refunds everything. Throws as `identify` and `openSigner`. */
export async function refuseAuthorization(
  deps: CancelDeps & Pick<Deps, 'rateLimiter'>,
  identification: Identification,
  ip: string,
): Promise<void> {
  const at = deps.clock.now()
  const { request } = await identify(deps, identification, ip, openSigner)
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [request.id])
    const open = await openSigner(tx, identification, at)
    await updateRequest(tx, request.id, { refused_at: at })
    await cancelUnauthorized(tx, deps, open.request, { reason: 'guardian_refused', at, ip })
  })
}

/** The caller has locked the registration and its payments. */
async function cancelUnauthorized(
  tx: Tx,
  { gateway: { provider } }: CancelDeps,
  { id, event_id, status }: Pick<Request, 'id' | 'event_id' | 'status'>,
  { reason, at, ip }: { reason: 'guardian_refused' | 'guardian_missing'; at: Date; ip: string | null },
): Promise<void> {
  await cancelRegistrations(tx, [id], {
    at,
    actorUserId: null,
    reason,
    refund: { reason: 'guardian', askedBy: null, approvedBy: null },
    provider,
  })
  await audit(tx, {
    at,
    actorUserId: null,
    action: `registration.${reason}`,
    entity: 'registration',
    entityId: id,
    eventId: event_id,
    before: { status },
    after: { status: REGISTRATION_STATUS.cancelled },
    ip,
  })
}

const BATCH = 100

/**
 * Cancels registrations whose signatures did not come in time. Returns their number. If some failed, throws
 * after the others were cancelled.
 */
export async function cancelOverdue(deps: CancelDeps): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  const failures: unknown[] = []
  let cancelled = 0
  const at = deps.clock.now()
  for (const id of await listOverdue(deps.db, at, BATCH)) {
    if (performance.now() > endsAt) break
    await transaction(deps.db, async (tx) => {
      await lockPaymentsOf(tx, [id])
      const overdue = await findOverdue(tx, id, at)
      if (!overdue) return
      await cancelUnauthorized(tx, deps, overdue, { reason: 'guardian_missing', at, ip: null })
      cancelled++
    }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some registrations were not cancelled')
  return cancelled
}

export const cancelUnauthorizedJob = defineMoneyJob('cancel-unauthorized', z.object({}), async (deps) => {
  const registrations = await cancelOverdue(deps)
  if (registrations > 0) deps.log.info({ registrations }, 'registrations of minors were cancelled')
})
