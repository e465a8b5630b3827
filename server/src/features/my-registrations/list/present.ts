// Over 250 lines: a registration, as its list and its page show it.

import { dayIn, daysBetween, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { Charge, MyRegistration, RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import {
  PAYMENT_STATUSES,
  REGISTRATION_STATUS,
  REGISTRATION_STATUSES,
} from '#contract/payment/payment-status.ts'
import type { RefundTerms } from '#contract/payment/refund-terms.ts'
import { paymentChoices } from '#contract/payment-page/renew-payment.ts'
import { canCancel } from '#contract/registration/can-cancel.ts'
import {
  cancellationSentences,
  RIGHT_REJECTED_SENTENCE,
} from '#contract/registration/cancellation-sentences.ts'
import { type WithdrawalRule, withdrawalOf } from '#contract/registration/withdrawal.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { sellerOf } from '#server/features/event/domain/seller.ts'
import { presentPickup } from '#server/features/event/kit-pickup.ts'
import { presentCourse } from '#server/features/event/uploads/upload-file.ts'
import { undoOffer } from '#server/features/payment/domain/undo-offer.ts'
import { payableUntil } from '#server/features/payment-page/domain/payable-until.ts'
import type { listAnswers } from '#server/features/registration/answers/queries.ts'
import { presentConfirmation } from '#server/features/registration/domain/confirmation.ts'
import { presentGuardian } from '#server/features/registration/domain/guardian.ts'
import { paidOf, type Share } from '#server/features/registration/domain/paid-of.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { hasStarted, refundTermsOf } from '#server/features/registration/domain/refund-terms-of.ts'
import { paymentLink } from '#server/features/registration/payment-link.ts'
import { presentRefund } from '#server/features/registration/present-refund.ts'
import { moneyWords } from '#server/features/registration/queries/money.ts'
import { pictureOf } from '#server/lib/images.ts'
import type { Retention } from '#server/retention-config.ts'
import { presentAnswers, presentQuestionnaire } from '../answers/present-answers.ts'
import { presentChange } from '../change/present-change.ts'
import { presentDeferral } from '../defer/present-deferral.ts'
import { presentReturn } from '../return/present-return.ts'
import { presentRight } from '../right-proof/present-right.ts'
import { presentTeam } from '../team/present-team.ts'
import { presentTransfer } from '../transfer/present-transfer.ts'
import type {
  ChargedPerson,
  findMine,
  findRight,
  listAcceptances,
  listPayments,
  listRefunds,
  MineRow,
} from './queries.ts'

const paymentStatusName = (code: number): string => PAYMENT_STATUSES[code]?.word ?? 'desconhecido'

interface Context {
  publicUrl: string
  now: Date
}
interface OwnContext extends Context {
  retention: Retention
}

export function presentRow(row: MineRow, { publicUrl, now }: Context): RegistrationRow {
  const status = REGISTRATION_STATUSES[row.status]
  const today = dayIn(row.timezone, now)
  const daysLeft = daysBetween(today, row.event_on)
  const isOver = row.status === REGISTRATION_STATUS.cancelled || daysLeft < 0
  const undo = row.status === REGISTRATION_STATUS.cancelled ? undoOffer(row, now) : null
  const undoUntil = undo && 'until' in undo ? undo.until.toISOString() : null
  return {
    id: row.id,
    status: status?.label ?? 'Desconhecido',
    status_code: row.status,
    status_color: status?.color ?? 'default',
    can_cancel: canCancel({
      status: row.status,
      hasPayment: row.payment_status !== null,
      registrationEndsOn: row.registration_ends_on,
      today,
    }),
    is_over: isOver && !row.lacks_bank_data && !row.awaits_choice && undoUntil === null,
    lacks_bank_data: row.lacks_bank_data,
    awaits_choice: row.awaits_choice,
    money_sentence: moneyWords(row),
    credit_from: row.credit_from,
    undo_until: undoUntil,
    event: {
      id: row.event_id,
      slug: row.slug,
      title: row.title,
      date_event: toBrazilianDate(row.event_on),
      start_place: row.start_place,
      city: row.city,
      state: row.state_code,
      start_time: row.start_time.slice(0, 5),
      event_image: row.image_path,
      picture: pictureOf(row.image_path, row.picture),
      days_left: daysLeft,
      payment:
        row.token === null ||
        row.payment_status === null ||
        row.amount_cents === null ||
        row.charged_cents === null ||
        row.payment_type === null
          ? null
          : {
              payment_link: row.is_by_captain ? null : paymentLink(publicUrl, row.token),
              value: toDecimal(row.amount_cents),
              ...presentCharge(row, {
                ...row,
                amount_cents: row.amount_cents,
                charged_cents: row.charged_cents,
              }),
              due_date: row.due_on && toBrazilianDate(row.due_on),
              payable_until: payableUntil({ ...row, type: row.payment_type })?.toISOString() ?? null,
              type: row.payment_type,
              status: paymentStatusName(row.payment_status),
              status_code: row.payment_status,
            },
    },
    participant: { name: row.name },
    confirmation: presentConfirmation(row.confirmation),
    guardian: presentGuardian(row.guardian),
    category: { name: row.category_name },
    price_lines: presentLines(row.price_lines),
  }
}

interface Parts {
  row: NonNullable<Awaited<ReturnType<typeof findMine>>>
  acceptances: Awaited<ReturnType<typeof listAcceptances>>
  answers: Awaited<ReturnType<typeof listAnswers>>
  right: Awaited<ReturnType<typeof findRight>>
  payments: Awaited<ReturnType<typeof listPayments>>
  refunds: Awaited<ReturnType<typeof listRefunds>>
  rule: WithdrawalRule
}

export function presentMine(
  { row, acceptances, answers, right, payments, refunds, rule }: Parts,
  context: OwnContext,
): MyRegistration {
  const { publicUrl, now } = context
  const shares = sharesOf(payments)
  const listed = presentRow(row, context)
  const offer = refundTermsOf(row, shares, { rule, now })
  const days = { today: dayIn(row.timezone, now), eventOn: row.event_on }
  return {
    ...listed,
    // A paid registration can only be cancelled with the refund in `cancellation`.
    can_cancel: listed.can_cancel && paidOf(shares, row.timezone).paidCents === 0,
    participant: {
      name: row.name,
      cpf: row.cpf,
      phone: row.phone,
      birth_date: toBrazilianDate(row.birth_on),
      sex: row.sex,
    },
    category: {
      name: row.category_name,
      modality: row.modality_name,
      course: presentCourse(row.course, row.course_path),
    },
    product: { name: row.kit_name, shirt_size: row.size_name },
    kit_pickup: presentPickup(row.kit_pickup),
    value: toDecimal(row.total_cents),
    ...presentChange(row, payments, now),
    deferral: presentDeferral(row, payments, shares, now),
    team: presentTeam(row, now),
    place_return: presentReturn(row, payments, shares, now),
    transfer: presentTransfer(row, payments, now),
    payment_choices: [
      ...paymentChoices({
        status: row.status,
        totalCents: row.total_cents,
        payments: payments.map(({ status, type, share_cents, duplicate_of, is_by_captain }) => ({
          status,
          type,
          amountCents: share_cents,
          isDuplicate: duplicate_of !== null,
          isByOther: is_by_captain,
        })),
        types: timelyTypes(row.payment_types, days),
        ...days,
      }),
    ],
    credit: toDecimal(row.credit_cents),
    terms: acceptances.map((term) => ({
      ...term,
      accepted_at: term.accepted_at.toISOString(),
      revoked_at: term.revoked_at?.toISOString() ?? null,
    })),
    answers: presentAnswers(row, answers),
    questionnaire: presentQuestionnaire(row, context),
    refunds: refunds.map(presentMyRefund),
    right: right ? presentRight(right, row, now) : null,
    has_refund_choice: row.has_choice,
    cancellation: presentOffer(offer),
    cancellation_policy:
      offer?.reason === 'right_rejected'
        ? [RIGHT_REJECTED_SENTENCE]
        : row.total_cents > 0
          ? cancellationSentences({
              rule,
              tiers: row.cancellation_tiers,
              eventOn: row.event_on,
              today: dayIn(row.timezone, now),
              ...withdrawalNow(row, shares, { rule, now }),
            })
          : [],
    payments: payments.map((payment) => ({
      id: payment.id,
      type: payment.type,
      value: toDecimal(payment.amount_cents),
      payment_link: payment.is_by_captain ? null : paymentLink(publicUrl, payment.token),
      ...presentCharge(row, payment),
      status: paymentStatusName(payment.status),
      status_code: payment.status,
      payment_date: payment.paid_at?.toISOString() ?? null,
      due_date: payment.due_on && toBrazilianDate(payment.due_on),
      expires_at: payment.expires_at?.toISOString() ?? null,
      history: payment.history.map(({ status, at }) => ({
        status: paymentStatusName(status),
        at: new Date(at).toISOString(),
      })),
    })),
    created_at: row.created_at.toISOString(),
    receipt:
      row.status === REGISTRATION_STATUS.confirmed && row.confirmed_at
        ? receipt(row, row.confirmed_at)
        : null,
  }
}

interface Charged {
  is_by_captain: boolean
  people: readonly ChargedPerson[] | null
  installments: number | null
  interest_cents: number | null
  /** For this registration. */
  amount_cents: number
  /** For all of them, with interest. */
  charged_cents: number
}

function presentCharge(
  { id, name }: Pick<MineRow, 'id' | 'name'>,
  { is_by_captain: isByCaptain, people, ...payment }: Charged,
): Charge {
  const own = [{ id, name, amount_cents: payment.amount_cents }]
  return {
    people: (isByCaptain ? own : (people ?? own)).map(({ amount_cents: cents, ...person }) => ({
      ...person,
      amount: toDecimal(cents),
    })),
    installments: payment.installments ?? 1,
    interest: toDecimal(isByCaptain ? 0 : (payment.interest_cents ?? 0)),
    total: toDecimal(isByCaptain ? payment.amount_cents : payment.charged_cents),
  }
}

const presentMyRefund = (refund: Parts['refunds'][number]): MyRegistration['refunds'][number] => ({
  ...presentRefund(refund),
  ...(refund.is_to_captain && {
    pix_key: null,
    request_url: null,
    receipt_url: null,
    message: 'A devolução vai para quem pagou esta inscrição.',
  }),
})

const sharesOf = (payments: Parts['payments']): Share[] =>
  payments.map(({ status, duplicate_of, net_cents, counted_at }) => ({
    status,
    isDuplicate: duplicate_of !== null,
    netCents: net_cents,
    paidAt: counted_at,
  }))

/** The refund under the right of withdrawal now; without one only the rule is shown. */
function withdrawalNow(
  row: Parts['row'],
  shares: readonly Share[],
  { rule, now }: { rule: WithdrawalRule; now: Date },
) {
  const paid = paidOf(shares, row.timezone)
  if (paid.paidCents === 0 || paid.isDisputed) return {}
  return {
    withdrawal: withdrawalOf({
      ...paid,
      status: row.status,
      eventOn: row.event_on,
      today: dayIn(row.timezone, now),
      hasStarted: hasStarted(row, now),
      rule,
    }),
  }
}

const presentOffer = (offer: RefundTerms | null): MyRegistration['cancellation'] =>
  offer && {
    reason: offer.reason,
    refund: toDecimal(offer.refundCents),
    kept: toDecimal(offer.keptCents),
    until: offer.until && toBrazilianDate(offer.until),
    needs_approval: offer.needsApproval,
    next: offer.next && {
      from: toBrazilianDate(offer.next.from),
      refund: toDecimal(offer.next.refundCents),
    },
  }

/** Of a previous runner only the first name. */
const payerName = ({
  payer_name: name,
  payer_cpf: ownCpf,
  transfers_done: transfers,
}: Parts['row']): string => (transfers > 0 && ownCpf === null ? (name.split(' ')[0] ?? name) : name)

const receipt = (row: Parts['row'], confirmedAt: Date) => ({
  number: `LRG-${String(row.id).padStart(8, '0')}`,
  organizer: {
    name: row.fantasy_name,
    cnpj: row.cnpj,
    phone: row.organizer_phone,
    seller: sellerOf(row.seller),
  },
  payer: { name: payerName(row), cpf: row.payer_cpf },
  confirmed_at: confirmedAt.toISOString(),
})
