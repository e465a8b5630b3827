import type { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { listPayableTogether as route } from '#contract/my-registrations/my-registrations.ts'
import { isOpen } from '#contract/payment/payment-status.ts'
import { canBePaidAnew, paidCents } from '#contract/payment-page/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { listOwnUnpaid } from './queries.ts'

type Group = z.output<typeof route.data>[number]

export async function listPayableTogether(deps: Deps, userId: number): Promise<Group[]> {
  const now = deps.clock.now()
  const rows = (await listOwnUnpaid(deps.db, userId, dayIn(BANK_ZONE, now))).filter((row) =>
    canBePaidAnew({
      status: row.status,
      totalCents: row.total_cents,
      payments: row.payments,
      eventOn: row.event_on,
      today: dayIn(row.timezone, now),
    }),
  )
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
  return [...byEvent.values()].flatMap((registrations) => {
    const [first] = registrations
    if (!first || registrations.length < 2) return []
    const shared = first.payments.find(
      ({ id, status, covers, payer_user_id: payerId }) =>
        isOpen(status) &&
        payerId === userId &&
        covers === registrations.length &&
        registrations.every(({ payments }) => payments.some((payment) => payment.id === id)),
    )
    return {
      event: { id: first.event_id, title: first.title, slug: first.slug },
      payment_types: timelyTypes(first.payment_types, {
        today: dayIn(first.timezone, now),
        eventOn: first.event_on,
      }),
      registrations: registrations.map(({ id, name, total_cents, payments }) => ({
        id,
        name,
        owed: toDecimal(total_cents - paidCents(payments)),
      })),
      payment: shared
        ? {
            type: shared.type,
            payment_link: paymentLink(deps.config.publicUrl, shared.token),
            total: toDecimal(shared.chargedCents),
          }
        : null,
    }
  })
}
