import { isOpen, PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { paymentDueJob } from '../../payment/emails/payment-due.ts'
import { registrationConfirmedJob } from '../../payment/emails/registration-confirmed.ts'
import { lockReachedRegistration } from '../queries.ts'
import { listPanelPayments } from './queries.ts'

/** Enough for somebody on the phone who finds nothing in their mailbox, and no way to flood it. */
const RESENT_MAILS: Limit = { name: 'resend-registration', points: 5, perSeconds: 3600 }

/** Sends the link of what can still be paid, else the confirmation. Throws 409 where there is neither. Returns what was sent. */
export async function resendMail(
  { db, clock, rateLimiter }: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, registrationId, ip }: { caller: Caller; registrationId: number; ip: string },
): Promise<'link' | 'confirmation'> {
  const at = clock.now()
  return transaction(db, async (tx) => {
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    const payments = await listPanelPayments(tx, registrationId)
    const isPayable = payments.some(({ status }) => isOpen(status) && status !== PAYMENT_STATUS.awaiting)
    if (!isPayable && registration.status !== REGISTRATION_STATUS.confirmed)
      throw new AppError('state_changed', { message: 'Esta inscrição não tem mensagem a reenviar.' })
    await rateLimiter.consume(RESENT_MAILS, String(registrationId))
    if (isPayable)
      await addJob(tx, paymentDueJob, {
        eventId: registration.event_id,
        payerUserId: registration.responsible_user_id,
      })
    else await addJob(tx, registrationConfirmedJob, { registrationId })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.mail_resent',
      entity: 'registration',
      entityId: registrationId,
      eventId: registration.event_id,
      after: { Mensagem: isPayable ? 'link de pagamento' : 'confirmação' },
      ip,
    })
    return isPayable ? 'link' : 'confirmation'
  })
}
