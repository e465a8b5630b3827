import type { WizardStart } from '#contract/checkout/checkout.ts'
import { toDecimal } from '#contract/money.ts'
import { isOpen } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { AppError } from '#server/lib/errors.ts'
import { findWizardTerms, getHistory } from '../queries/wizard-start.ts'
import { enterRoom } from '../waiting-room/enter-room.ts'

interface Input {
  userId: number
  eventId: number
  ticket: string | null
  pass: string | null
}

/** Throws 404 for an unknown event, 503 while the caller has to wait. */
export async function readWizardStart(
  deps: Deps,
  { userId, eventId, ticket, pass: sent }: Input,
): Promise<WizardStart> {
  const pass = await enterRoom(deps, { eventId, userId, ticket, pass: sent })
  const [terms, { own, last }] = await Promise.all([
    findWizardTerms(deps, eventId),
    getHistory(deps.db, { userId, eventId }),
  ])
  if (!terms) throw new AppError('event_not_found')
  return {
    registration: own ? presentOwn(own, deps.config.publicUrl) : null,
    last,
    installments:
      terms.max_installments === 1
        ? null
        : {
            max: terms.max_installments,
            minimum: toDecimal(terms.min_installment_cents),
            with_interest: terms.installment_interest,
            rates: terms.installment_rates,
          },
    pass: terms.has_begun ? pass : null,
  }
}

function presentOwn(
  {
    id,
    status,
    token,
    amount_cents: cents,
    payment_status,
  }: NonNullable<Awaited<ReturnType<typeof getHistory>>['own']>,
  publicUrl: string,
): WizardStart['registration'] {
  const canPay = token !== null && cents !== null && payment_status !== null && isOpen(payment_status)
  return {
    id,
    status_code: status,
    payment: canPay ? { payment_link: paymentLink(publicUrl, token), value: toDecimal(cents) } : null,
  }
}
