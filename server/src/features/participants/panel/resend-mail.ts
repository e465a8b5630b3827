import { isOpen, PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { paymentDueJob } from '#server/features/payment/emails/payment-due.ts'
import { registrationConfirmedJob } from '#server/features/payment/emails/registration-confirmed.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { listPayments, lockReachedRegistration } from '../queries.ts'
import { getPanelRow, RESENT, wasMailResent } from './queries.ts'

/** Enough for a caller on the phone who cannot find the message, too few to flood a mailbox. */
const RESENT_MAILS: Limit = { name: 'resend-registration', points: 5, perSeconds: 3600 }

/** Within this time a message to a selection is not sent again, so that its request can be repeated. */
const JUST_SENT_MS = 10 * 60_000

interface Resend {
  caller: Caller
  registrationId: number
  ip: string
  /** The payers who already got their links in this request for a selection. The payer is added. */
  sentTo?: Set<number>
}

/** Sends the payment link if a payment is payable, else the confirmation; 409 when there is neither. */
export async function resendMail(
  { db, clock, rateLimiter }: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, registrationId, ip, sentTo }: Resend,
): Promise<'link' | 'confirmation'> {
  const at = clock.now()
  // Throws 404 before an attempt is counted. Counting takes a connection, so it precedes the transaction.
  await getPanelRow(db, caller, registrationId)
  if (!sentTo) await rateLimiter.consume(RESENT_MAILS, String(registrationId))
  return transaction(db, async (tx) => {
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    const payments = await listPayments(tx, registrationId)
    const payable = payments.find(({ status }) => isOpen(status) && status !== PAYMENT_STATUS.awaiting)
    if (!payable && registration.status !== REGISTRATION_STATUS.confirmed)
      throw new AppError('state_changed', { message: 'Esta inscrição não tem mensagem a reenviar.' })
    const sent = payable ? 'link' : 'confirmation'
    if (sentTo && (await wasMailResent(tx, registrationId, new Date(at.getTime() - JUST_SENT_MS))))
      return sent
    if (!payable) await addJob(tx, registrationConfirmedJob, { registrationId })
    else if (!sentTo?.has(payable.payer_user_id))
      await addJob(tx, paymentDueJob, {
        eventId: registration.event_id,
        payerUserId: payable.payer_user_id,
      })
    if (payable) sentTo?.add(payable.payer_user_id)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: RESENT,
      entityId: registrationId,
      eventId: registration.event_id,
      after: { Mensagem: payable ? 'link de pagamento' : 'confirmação' },
      ip,
    })
    return sent
  })
}
