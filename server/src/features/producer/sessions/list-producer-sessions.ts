import type { Session } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { lifetimeAt } from '../../account/session/lifetime.ts'
import { presentSession } from '../../account/session/list-sessions.ts'
import { selectSessions } from '../../account/session/queries.ts'
import { requireOwner } from '../policy.ts'
import { getProducer } from '../queries.ts'

/** The open sessions of a realizador, the one used last first, for whoever owns the account. Throws 403, 404. */
export async function listProducerSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  producerId: number,
): Promise<Session[]> {
  const producer = await getProducer(db, caller, producerId)
  requireOwner(caller, producer)
  const rows = await selectSessions(db, producer.user_id, lifetimeAt(clock.now()))
  return rows.map((row) => presentSession(row, caller))
}
