import { addDays, dayIn, instantIn, toBrazilianDate } from '#contract/dates.ts'
import { installmentPlans } from '#contract/installments.ts'
import { toDecimal } from '#contract/money.ts'
import type { PaymentPage } from '#contract/payment-page.ts'
import {
  isOpen,
  isPaid,
  isVoid,
  PAYMENT_STATUS,
  PAYMENT_STATUSES,
  REGISTRATION_STATUSES,
} from '#contract/payment-status.ts'
import { mayChangeInstallments, paymentChoices } from '#contract/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { installmentRules } from '../../event/queries.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'
import { UNKNOWN_LINKS_BY_ADDRESS } from '../limit.ts'
import { findCodes } from './payment-codes.ts'
import { findPage, type PageRow } from './queries.ts'

const BOLETO = 1
const CARD = 2
const { pending, refused, rejected, failed } = PAYMENT_STATUS
/** In which the payer can pay, until the time to pay is over. */
const PAYABLE: readonly number[] = [pending, refused, rejected]

/** What a payment's page shows to whoever has its link. Throws 404 for an unknown one. */
export async function readPaymentPage(deps: Deps, token: string, ip: string): Promise<PaymentPage> {
  const row = isToken(token) ? await findPage(deps.db, token) : undefined
  if (!row) throw await unknownLink(deps, ip)
  const now = deps.clock.now()
  const until = payableUntil(row)
  const isPayable = PAYABLE.includes(row.status) && (until === null || now < until)
  const codes = isPayable && row.type !== CARD ? await findCodes(deps, row) : null
  return {
    event: { title: row.title, slug: row.slug, date_event: toBrazilianDate(row.event_on) },
    type: row.type,
    amount: toDecimal(row.amount_cents + row.interest_cents),
    installments: row.installments,
    interest: toDecimal(row.interest_cents),
    status: PAYMENT_STATUSES[row.status]?.word ?? 'desconhecido',
    status_code: row.status,
    items: row.items.map(({ name, status, amount_cents, modality_name, moved_to }) => ({
      first_name: firstName(name),
      modality: modality_name,
      amount: toDecimal(amount_cents),
      status: REGISTRATION_STATUSES[status]?.label ?? 'Desconhecido',
      event_title: moved_to,
    })),
    due_date: row.due_on && toBrazilianDate(row.due_on),
    payable_until: until?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    is_duplicate: row.isDuplicate,
    is_ready: row.charge_id !== null,
    pix: codes?.pix_payload ? { code: codes.pix_payload } : null,
    boleto:
      codes?.boleto_line && codes.boleto_barcode
        ? { line: codes.boleto_line, barcode: codes.boleto_barcode, pdf_url: codes.boleto_pdf_url }
        : null,
    hosted_link: isPayable ? row.hosted_link : null,
    is_test: row.provider === 'sandbox',
    other_types: otherTypes(row, now),
    plans: isPayable ? plans(row, now) : [],
    replaced_by: isVoid(row.status) ? successors(row) : [],
  }
}

/** A UUID; anything else is no link of ours, and the database is not asked. */
export const isToken = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Only unknown links count by address: thousands of runners share the address of a mobile carrier, and their pages ask all the time. */
export async function unknownLink({ rateLimiter }: Deps, ip: string): Promise<AppError> {
  await rateLimiter.consume(UNKNOWN_LINKS_BY_ADDRESS, ip)
  return new AppError('not_found', {
    message: 'Este link de pagamento não existe. Confira o endereço ou abra o pagamento em Meus Eventos.',
  })
}

function payableUntil({ type, due_on: dueOn, expires_at: expiresAt }: PageRow): Date | null {
  if (type === BOLETO || dueOn === null) return null
  return expiresAt ?? instantIn(BANK_ZONE, addDays(dueOn, 1), '00:00')
}

/** As with `POST /participant/registrations/:id/payment`, for everything that the payment covers. */
function otherTypes(row: PageRow, now: Date): PaymentPage['other_types'] {
  if (!PAYABLE.includes(row.status) && row.status !== failed) return []
  const choices = row.items.map(({ status, total_cents, payments }) =>
    paymentChoices({
      status,
      totalCents: total_cents,
      payments,
      types: row.payment_types,
      eventOn: row.event_on,
      today: dayIn(row.timezone, now),
    }),
  )
  return row.payment_types.filter((type) => choices.every((allowed) => allowed.includes(type)))
}

/** Another number of installments is another payment: the same rules as for another type. */
function plans(row: PageRow, now: Date): PaymentPage['plans'] {
  const today = dayIn(row.timezone, now)
  const mayChange = row.items.every(({ status, total_cents, payments }) =>
    mayChangeInstallments(
      { status, totalCents: total_cents, payments, eventOn: row.event_on, today },
      { type: row.type, installments: 0 },
    ),
  )
  const offered = mayChange
    ? installmentPlans(row.amount_cents, installmentRules(row), row.installment_rates)
    : []
  if (offered.length < 2) return []
  return offered.map(({ count, eachCents, lastCents, interestCents, totalCents }) => ({
    count,
    each: toDecimal(eachCents),
    last: toDecimal(lastCents),
    interest: toDecimal(interestCents),
    total: toDecimal(totalCents),
  }))
}

/** Payments that name more people than this one are left out: its link must not show who else is paid for. */
function successors({ id, items }: PageRow): PaymentPage['replaced_by'] {
  const later = items.flatMap(({ name, payments }) =>
    payments
      .filter((one) => one.id > id && !one.isDuplicate)
      .filter(({ status }) => isOpen(status) || isPaid(status) || status === failed)
      .map(({ token, covers }) => ({ token, covers, firstName: firstName(name) })),
  )
  return [...Map.groupBy(later, ({ token }) => token)].flatMap(([token, shares]) =>
    shares[0]?.covers === shares.length ? { token, first_names: shares.map((share) => share.firstName) } : [],
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
