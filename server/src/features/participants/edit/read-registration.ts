import { dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { firstCategory } from '#contract/event/kit-categories.ts'
import { toDecimal } from '#contract/money.ts'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { eligibilityProblems, type RestrictedChoice } from '#contract/pricing/eligibility.ts'
import type { Deps } from '#server/deps.ts'
import { priceWith } from '#server/features/checkout/domain/plan-edit.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { listRefunds } from '#server/features/my-registrations/list/queries.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { presentStaffRefund } from '#server/features/registration/present-refund.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { describeAnswers, describeRegistration, presentPayment } from '../present.ts'
import { listAcceptances, listAnswers, listPayments } from '../queries.ts'
import { type EditableRow, getEditable, listMethods, listSizesLeft } from './queries.ts'

export async function readRegistration(
  { db, clock, config: { publicUrl } }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  registrationId: number,
): Promise<EditableRegistration> {
  const row = await getEditable(db, caller, registrationId)
  const [snapshot, sizes, methods, payments, refunds, terms, answers] = await Promise.all([
    readSnapshot(db, row.event_id),
    listSizesLeft(db, row.event_id),
    listMethods(db, row.event_id),
    listPayments(db, registrationId),
    listRefunds(db, registrationId),
    listAcceptances(db, [registrationId]),
    listAnswers(db, [registrationId]),
  ])
  if (!snapshot) throw new AppError('event_not_found')
  const today = dayIn(snapshot.timezone, clock.now())
  const timely = timelyTypes(
    snapshot.paymentMethods.map(({ type }) => type),
    { today, eventOn: snapshot.eventOn },
  )
  const open = methods.filter(({ type }) => timely.some((one) => one === type) || type === row.payment_type)
  const described = describeRegistration(row, publicUrl)
  return {
    ...described,
    version: row.updated_at.toISOString(),
    category: {
      id: row.category_id,
      name: row.category_name,
      modality: row.modality_name,
      modality_id: row.modality_id,
    },
    price_lines: presentLines(row.price_lines),
    paid: toDecimal(row.paid_cents),
    coupon: row.coupon_code,
    payment_method_id: methods.find(({ type }) => type === row.payment_type)?.id ?? null,
    payments: payments.map((payment) => presentPayment(payment, publicUrl)),
    refunds: refunds.map(presentStaffRefund),
    cancellation_requested: row.is_cancellation_requested,
    ...describeAnswers(registrationId, terms, answers),
    event: {
      id: snapshot.eventId,
      title: snapshot.title,
      end_date: toBrazilianDate(snapshot.registrationEndsOn),
      payment: described.payment,
      modalities: choices(snapshot, row),
      products: products(snapshot, row, sizes, today),
      payment_methods: open.map(({ id, type }) => ({ id, type })),
    },
  }
}

const ineligible = (
  { agesOn }: SalesSnapshot,
  { birth_on, sex, name }: EditableRow,
  item: RestrictedChoice,
): string | null =>
  eligibilityProblems(item, { birth_date: birth_on, sex, name }, agesOn)[0]?.eligible ?? null

const choices = (snapshot: SalesSnapshot, row: EditableRow) =>
  snapshot.modalities
    .filter(({ id, status }) => status === ITEM_STATUS.active || id === row.modality_id)
    .map((modality) => ({
      modality_id: modality.id,
      modality_name: modality.name,
      ineligible: ineligible(snapshot, row, { modality }),
      categories: snapshot.categories
        .filter(({ modalityId }) => modalityId === modality.id)
        .map((category) => ({
          category_id: category.id,
          category_name: category.name,
          ineligible: ineligible(snapshot, row, { category }),
        })),
    }))

const products = (
  snapshot: SalesSnapshot,
  row: EditableRow,
  sizes: Awaited<ReturnType<typeof listSizesLeft>>,
  today: IsoDate,
) =>
  snapshot.kits
    .filter(({ id, status }) => status === ITEM_STATUS.active || id === row.kit_id)
    .map((kit) => ({
      id: kit.id,
      name: kit.name,
      ineligible: ineligible(snapshot, row, { kit }),
      total: toDecimal(priceWith(snapshot, row, kit, today).total_cents),
      category_id: firstCategory(kit.categoryIds),
      category_ids: [...kit.categoryIds],
      shirt_sizes: sizes
        .filter(({ kit_id }) => kit_id === kit.id)
        .map(({ id, name, quantity }) => ({
          id,
          size: name,
          // The unit held by the registration itself counts as left.
          quantity:
            quantity === null
              ? null
              : quantity + (id === row.shirt_size_id && row.status !== REGISTRATION_STATUS.cancelled ? 1 : 0),
        })),
    }))
