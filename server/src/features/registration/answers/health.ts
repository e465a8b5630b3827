// Answers about health (`questionnaires.sensitive`): docs/data-processing.md.

import { dayIn, instantIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Caller, may } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { HEALTH_READ, hasReadHealth } from './queries.ts'

/** Not for an administrator who views the product as somebody else. */
export const seesHealthAnswers = (caller: Caller): boolean =>
  caller.viewerId === null && may(caller, 'view-health-answers')

const ZONE = 'America/Sao_Paulo'

/** Audits a look at the answers, once a day for each caller and registration. */
export async function recordHealthLook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    caller,
    registrationId,
    eventId,
    ip,
  }: { caller: Caller; registrationId: number; eventId: number; ip: string },
): Promise<void> {
  const at = clock.now()
  const since = instantIn(ZONE, dayIn(ZONE, at), '00:00')
  if (await hasReadHealth(db, { actorUserId: caller.userId, registrationId, since })) return
  await transaction(db, (tx) =>
    audit(tx, {
      at,
      actorUserId: caller.userId,
      action: HEALTH_READ,
      entityId: registrationId,
      eventId,
      ip,
    }),
  )
}
