import { z } from 'zod'
import { defineEvent } from '#server/lib/outbox.ts'

const registrationId = z.int()
const paymentId = z.int()

/** `hasEmail`: the buyer gave an e-mail address of the additional participant. */
export const registrationCreated = defineEvent(
  'registration.created',
  z.object({ registrationId, hasEmail: z.boolean() }),
)

export const registrationConfirmed = defineEvent('registration.confirmed', z.object({ registrationId }))

export const CancelReason = z.enum([
  'participant',
  'organizer',
  'expired',
  'refunded',
  'event_cancelled',
  'yielded',
  'disowned',
  'guardian_refused',
  'guardian_missing',
  'deferred',
  'returned',
])
export type CancelReason = z.output<typeof CancelReason>

/** `byPerson`: an account requested it; otherwise the system, the gateway or the link of an e-mail. */
export const registrationCancelled = defineEvent(
  'registration.cancelled',
  z.object({ registrationId, reason: CancelReason, byPerson: z.boolean() }),
)

/** The choice or the payment method of a registration changed; `paymentIds` are the new payments. */
export const registrationChanged = defineEvent(
  'registration.changed',
  z.object({
    registrationId,
    before: z.object({
      modalityId: z.int(),
      categoryId: z.int(),
      kitId: z.int(),
      shirtSizeId: z.int().nullable(),
    }),
    paymentIds: z.array(paymentId),
    /** Who changed the registration. */
    by: z.enum(['organizer', 'runner']).default('organizer'),
  }),
)

/** The registration now belongs to another runner. */
export const registrationTransferred = defineEvent(
  'registration.transferred',
  z.object({ registrationId, transferId: z.int() }),
)

/** `reported`: it was paid for, so it remains and the organizer decides. */
export const registrationDisowned = defineEvent(
  'registration.disowned',
  z.object({ registrationId, disownment: z.enum(['released', 'reported']) }),
)

/** The spot was gone when the payment arrived; the runner chooses another kit or a refund. */
export const registrationPaidTooLate = defineEvent('registration.paid_too_late', z.object({ registrationId }))

/** A confirmed registration has paid the difference to a more expensive choice. */
export const differencePaid = defineEvent('payment.difference_paid', z.object({ paymentId, registrationId }))

export const paymentRefused = defineEvent('payment.refused', z.object({ paymentId }))

const Refund = z.object({ refundId: z.int(), paymentId, registrationId })

export const refundApproved = defineEvent('payment.refund_approved', Refund)
export const refundSent = defineEvent('payment.refund_sent', Refund)
export const refundRefused = defineEvent('payment.refund_refused', Refund)
/** The gateway does not make it; a person must. */
export const refundStopped = defineEvent('payment.refund_stopped', Refund)
export const paymentRefunded = defineEvent('payment.refunded', Refund)
