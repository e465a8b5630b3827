import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal, toDecimals } from '#contract/money.ts'
import {
  isOpen,
  isPaid,
  isVoid,
  PAYMENT_STATUS,
  PAYMENT_STATUSES,
  REGISTRATION_STATUSES,
} from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { mayChangeInstallments, paymentChoices } from '#contract/payment-page/renew-payment.ts'
import { installmentPlans } from '#contract/pricing/installments.ts'
import type { Deps } from '#server/deps.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { installmentRules } from '#server/features/event/queries.ts'
import { createCharges, isCreatingCharge } from '#server/features/payment/create-charges.ts'
import {
  chargeLines,
  presentLines,
  type StoredLine,
} from '#server/features/registration/domain/price-lines.ts'
import { AppError } from '#server/lib/errors.ts'
import { payableUntil } from './domain/payable-until.ts'
import { UNKNOWN_LINKS_BY_ADDRESS } from './limits.ts'
import { findCodes, hasCurrentPix } from './payment-codes.ts'
import { findPage, type PageRow } from './queries.ts'

const { pending, refused, rejected, failed } = PAYMENT_STATUS
const PAYABLE: readonly number[] = [pending, refused, rejected]

/** For anybody with the link. Throws 404 for an unknown one. */
export async function readPaymentPage(deps: Deps, token: string, ip: string): Promise<PaymentPage> {
  const found = isToken(token) ? await findPage(deps.db, token) : undefined
  if (!found) throw await unknownLink(deps, ip)
  const row =
    isNew(found) || isCreatingCharge(deps.db, found.id) ? await withCharge(deps, found, token) : found
  const now = deps.clock.now()
  const until = payableUntil(row)
  const isPayable = PAYABLE.includes(row.status) && (until === null || now < until)
  const codes = isPayable && row.type !== PAYMENT_TYPE.card ? await findCodes(deps, row) : null
  return {
    event: { title: row.title, slug: row.slug, date_event: toBrazilianDate(row.event_on) },
    type: row.type,
    amount: toDecimal(row.amount_cents + row.interest_cents),
    installments: row.installments,
    interest: toDecimal(row.interest_cents),
    status: PAYMENT_STATUSES[row.status]?.word ?? 'desconhecido',
    status_code: row.status,
    items: row.items.map((item) => ({
      first_name: firstName(item.name),
      modality: item.modality_name,
      amount: toDecimal(item.amount_cents),
      price_lines: item.is_of_member ? [] : presentLines(chargeLines(item).map(withoutRight)),
      status: REGISTRATION_STATUSES[item.status]?.label ?? 'Desconhecido',
      event_title: item.moved_to,
    })),
    due_date: row.due_on && toBrazilianDate(row.due_on),
    payable_until: until?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    is_duplicate: row.isDuplicate,
    is_ready: row.charge_id !== null,
    pix: codes && hasCurrentPix(codes, now) ? { code: codes.pix_payload } : null,
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

/** Attempts after the first are made by the payment's job, whose pauses grow. */
const isNew = ({ status, charge_attempts: attempts }: PageRow): boolean =>
  status === pending && attempts === 0

/** A person who opens the page gets the charge at once, even while charges are left to jobs. */
async function withCharge(deps: Deps, row: PageRow, token: string): Promise<PageRow> {
  await createCharges(deps, [row.id], { evenIfBusy: true })
  return (await findPage(deps.db, token)) ?? row
}

/** Hides the name of a right from people who have only the link, because it may reveal a disability. */
const withoutRight = (line: StoredLine): StoredLine =>
  line.kind === 'right' ? { ...line, label: 'Desconto previsto em lei' } : line

/** Tokens are UUIDs; anything else is rejected without a database query. */
export const isToken = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Only unknown links count, because thousands of runners share a mobile carrier's address and their pages
 * poll.
 */
export async function unknownLink({ rateLimiter }: Deps, ip: string): Promise<AppError> {
  await rateLimiter.consume(UNKNOWN_LINKS_BY_ADDRESS, ip)
  return new AppError('not_found', {
    message: 'Este link de pagamento não existe. Confira o endereço ou abra o pagamento em Meus Eventos.',
  })
}

/** Follows the rules of `POST /participant/registrations/:id/payment` for every registration covered. */
function otherTypes(row: PageRow, now: Date): PaymentPage['other_types'] {
  if (!PAYABLE.includes(row.status) && row.status !== failed) return []
  const days = { today: dayIn(row.timezone, now), eventOn: row.event_on }
  // The registrations of a captain's group are paid by Pix.
  if (row.items.some((item) => item.is_of_member)) return []
  const types = timelyTypes(row.payment_types, days)
  const choices = row.items.map(({ status, total_cents, payments }) =>
    paymentChoices({ status, totalCents: total_cents, payments, types, ...days }),
  )
  return types.filter((type) => choices.every((allowed) => allowed.includes(type)))
}

/** Another number of installments means another payment, under the same rules as another type. */
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
    ...toDecimals({ each: eachCents, last: lastCents, interest: interestCents, total: totalCents }),
  }))
}

/** Payments that cover more people or that others pay are omitted, because the link must not reveal them. */
function successors({ id, items }: PageRow): PaymentPage['replaced_by'] {
  const later = items.flatMap(({ name, payments }) =>
    payments
      .filter((one) => one.id > id && !one.isDuplicate && !one.isByOther)
      .filter(({ status }) => isOpen(status) || isPaid(status) || status === failed)
      .map(({ token, covers }) => ({ token, covers, firstName: firstName(name) })),
  )
  return [...Map.groupBy(later, ({ token }) => token)].flatMap(([token, shares]) =>
    shares[0]?.covers === shares.length ? { token, first_names: shares.map((share) => share.firstName) } : [],
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
