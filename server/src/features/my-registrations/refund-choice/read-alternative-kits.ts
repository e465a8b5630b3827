import { dayIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import type { Db } from '#server/lib/db.ts'
import { alternativeKitsOf, type Place } from './alternative-kits.ts'
import { getHeld, listFullLevels } from './queries.ts'

/** `types` are the payment types for a difference. Null when the event no longer exists. */
export async function readAlternativeKits(
  db: Db,
  registrationId: number,
  at: Date,
): Promise<{ snapshot: SalesSnapshot; places: Place[]; types: PaymentType[] } | null> {
  const { eventId, ...held } = await getHeld(db, registrationId)
  const snapshot = await readSnapshot(db, eventId)
  if (!snapshot) return null
  const today = dayIn(snapshot.timezone, at)
  const isOpen =
    snapshot.status === EVENT_STATUS.open && today <= snapshot.registrationEndsOn && today <= snapshot.eventOn
  if (!isOpen) return { snapshot, places: [], types: [] }
  const full = await listFullLevels(db, eventId)
  return {
    snapshot,
    types: timelyTypes(
      snapshot.paymentMethods.map(({ type }) => type),
      { today, eventOn: snapshot.eventOn },
    ),
    places: alternativeKitsOf(snapshot, { ...held, hasRoom: (id) => !full.has(id), today }),
  }
}
