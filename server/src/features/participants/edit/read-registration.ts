import { toBrazilianDate } from '#contract/dates.ts'
import { firstCategory } from '#contract/kit-categories.ts'
import { toDecimal } from '#contract/money.ts'
import type { EditableRegistration } from '#contract/participant-edit.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Offer } from '../../checkout/domain/offer.ts'
import { readOffer } from '../../checkout/offers.ts'
import { presentStaffRefund } from '../../registration/mine/present-refund.ts'
import { listRefunds } from '../../registration/mine/queries.ts'
import { describeAnswers, describeRegistration, presentPayment } from '../present.ts'
import { listAcceptances, listAnswers } from '../queries.ts'
import { totalWith } from './plan-edit.ts'
import { type EditableRow, getEditable, listMethods, listPayments, listSizesLeft } from './queries.ts'

/** A registration for the edit screen, with the choices it may be moved to. Throws 404 when it is out of the caller's reach. */
export async function readRegistration(
  { db, config: { publicUrl } }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  registrationId: number,
): Promise<EditableRegistration> {
  const row = await getEditable(db, caller, registrationId)
  const [offer, sizes, methods, payments, refunds, terms, answers] = await Promise.all([
    readOffer(db, row.event_id),
    listSizesLeft(db, row.event_id),
    listMethods(db, row.event_id),
    listPayments(db, registrationId),
    listRefunds(db, registrationId),
    listAcceptances(db, [registrationId]),
    listAnswers(db, [registrationId]),
  ])
  if (!offer) throw new AppError('event_not_found')
  const open = methods.filter(({ status, type }) => status === 1 || type === row.payment_type)
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
    lines: row.price_lines.map(({ kind, label, amount_cents }) => ({
      kind,
      label,
      amount: toDecimal(amount_cents),
    })),
    paid: toDecimal(row.paid_cents),
    coupon: row.coupon_code,
    payment_method_id: methods.find(({ type }) => type === row.payment_type)?.id ?? null,
    payments: payments.flatMap((payment) => presentPayment(payment, publicUrl) ?? []),
    refunds: refunds.map(presentStaffRefund),
    cancellation_requested: row.is_cancellation_requested,
    ...describeAnswers(registrationId, terms, answers),
    event: {
      id: offer.eventId,
      title: offer.title,
      end_date: toBrazilianDate(offer.registrationEndsOn),
      payment: described.payment,
      modalities: choices(offer, row),
      products: products(offer, row, sizes),
      payment_methods: open.map(({ id, type }) => ({ id, type })),
    },
  }
}

/** Active modalities, and the registration's own. */
const choices = (offer: Offer, row: EditableRow) =>
  offer.modalities
    .filter(({ id, status }) => status === 1 || id === row.modality_id)
    .map((modality) => ({
      modality_id: modality.id,
      modality_name: modality.name,
      categories: offer.categories
        .filter(({ modalityId }) => modalityId === modality.id)
        .map(({ id, name }) => ({ category_id: id, category_name: name })),
    }))

const products = (offer: Offer, row: EditableRow, sizes: Awaited<ReturnType<typeof listSizesLeft>>) =>
  offer.kits
    .filter(({ id, status }) => status === 1 || id === row.kit_id)
    .map((kit) => ({
      id: kit.id,
      name: kit.name,
      total: toDecimal(totalWith(offer, row, kit)),
      category_id: firstCategory(kit.categoryIds),
      category_ids: [...kit.categoryIds],
      shirt_sizes: sizes
        .filter(({ kit_id }) => kit_id === kit.id)
        .map(({ id, name, quantity }) => ({
          id,
          size: name,
          // The unit that the registration holds counts as left.
          quantity:
            quantity === null ? null : quantity + (id === row.shirt_size_id && row.status !== 2 ? 1 : 0),
        })),
    }))
