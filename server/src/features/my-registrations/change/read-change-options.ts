import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { toDecimal } from '#contract/money.ts'
import type { ChangeOptions } from '#contract/my-registrations/change.ts'
import { eligibilityProblems, type RestrictedChoice } from '#contract/pricing/eligibility.ts'
import type { Deps } from '#server/deps.ts'
import { leavesOrEntersRelay, priceWith } from '#server/features/checkout/domain/plan-edit.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { presentLines } from '#server/features/registration/domain/price-lines.ts'
import { AppError } from '#server/lib/errors.ts'
import { listFullLevels } from '../refund-choice/queries.ts'
import { changeProblem } from './domain/change-problem.ts'
import { changedPrice } from './domain/plan-change.ts'
import { getChangeable, listPaymentStatuses } from './queries.ts'

/** Throws 404 for another account's registration, 409 when it cannot be changed. */
export async function readChangeOptions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  whose: { registrationId: number; userId: number },
): Promise<ChangeOptions> {
  const row = await getChangeable(db, whose)
  const today = dayIn(row.timezone, clock.now())
  const { changes_until: until } = row
  const problem = changeProblem({
    ...changing(row),
    today,
    payments: await listPaymentStatuses(db, row.id),
  })
  if (problem !== null || until === null)
    throw new AppError('state_changed', problem ? { message: problem } : {})
  const [snapshot, full] = await Promise.all([
    readSnapshot(db, row.event_id),
    listFullLevels(db, row.event_id),
  ])
  if (!snapshot) throw new AppError('event_not_found')
  const person = { birth_date: row.birth_on, sex: row.sex, name: row.name }
  const ineligible = (choice: RestrictedChoice): string | null =>
    eligibilityProblems(choice, person, snapshot.agesOn)[0]?.eligible ?? null
  const isSoldOut = (...levelIds: number[]): boolean =>
    levelIds.some((id) => full.has(id) && !row.held_level_ids.includes(id))
  const terms = { downgrade: row.changes_downgrade, feeCents: row.changes_fee_cents }
  const isOffered = ({ status, id }: { status: number; id: number }, currentId: number): boolean =>
    status === ITEM_STATUS.active || id === currentId
  return {
    until: toBrazilianDate(until),
    downgrade: terms.downgrade,
    fee: toDecimal(terms.feeCents),
    current: { category_id: row.category_id, product_id: row.kit_id, shirt_size_id: row.shirt_size_id },
    categories: snapshot.categories.flatMap((category) => {
      const modality = snapshot.modalities.find(({ id }) => id === category.modalityId)
      if (!modality || !isOffered(modality, row.modality_id) || leavesOrEntersRelay(snapshot, row, category))
        return []
      return {
        id: category.id,
        name: category.name,
        modality: modality.name,
        is_sold_out: isSoldOut(modality.levelId, category.levelId),
        ineligible:
          category.id === row.category_id ? null : (ineligible({ modality }) ?? ineligible({ category })),
      }
    }),
    products: snapshot.kits
      .filter((kit) => isOffered(kit, row.kit_id))
      .map((kit) => {
        const price = changedPrice(priceWith(snapshot, row, kit, today), row, terms)
        return {
          id: kit.id,
          name: kit.name,
          is_sold_out: isSoldOut(kit.levelId),
          ineligible: kit.id === row.kit_id ? null : ineligible({ kit }),
          category_ids: [...kit.categoryIds],
          sizes: kit.sizes.map(({ id, name, levelId }) => ({ id, name, is_sold_out: isSoldOut(levelId) })),
          value: toDecimal(price.columns.total_cents),
          price_lines: presentLines(price.columns.price_lines),
          to_pay: toDecimal(price.toPayCents),
          to_refund: toDecimal(price.toRefundCents),
          kept: toDecimal(price.keptCents),
          credit: toDecimal(price.creditCents),
        }
      }),
    payment_types: timelyTypes(
      snapshot.paymentMethods.map(({ type }) => type),
      { today, eventOn: snapshot.eventOn },
    ),
  }
}

export const changing = (row: Awaited<ReturnType<typeof getChangeable>>) => ({
  status: row.status,
  eventStatus: row.event_status,
  until: row.changes_until,
  eventOn: row.event_on,
  isCancellationRequested: row.is_cancellation_requested,
})
