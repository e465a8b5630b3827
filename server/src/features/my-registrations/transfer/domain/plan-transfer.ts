import {
  checkAnswers,
  checkEligibility,
  checkTerms,
  fileFieldOf,
  type Refuse,
} from '#contract/checkout/order-rules.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import { couponMismatch } from '#contract/pricing/coupon-rule.ts'
import { type Answer, applicableQuestions } from '#contract/registration/questions.ts'
import type { PricedChoice } from '#server/features/checkout/domain/choice.ts'
import { checkRights } from '#server/features/checkout/domain/claimed-rights.ts'
import type { NeededLevel } from '#server/features/checkout/domain/order-request.ts'
import { keptCoupon, NO_COUPON_USE } from '#server/features/checkout/domain/ordered-coupon.ts'
import type { OrderedPerson } from '#server/features/checkout/domain/people.ts'
import { type Edited, heldTier, withLines } from '#server/features/checkout/domain/plan-edit.ts'
import { answersOf } from '#server/features/checkout/domain/plan-order.ts'
import {
  neededLevels,
  planParticipant,
  saleContext,
} from '#server/features/checkout/domain/plan-participant.ts'
import type { SalesSnapshot } from '#server/features/checkout/domain/sales-snapshot.ts'
import { priceColumns } from '#server/features/event/domain/kit-price.ts'
import { groupOf, isLasting, type StoredLine } from '#server/features/registration/domain/price-lines.ts'
import type { GrantedRight, StoredChoice } from '#server/features/registration/queries.ts'

/** The registration as it is, with the organizer's fee. */
export type Transferred = Edited & { transfers_fee_cents: Cents }

type Person = Pick<OrderedPerson, 'person' | 'claim'> & {
  /** The person is not the account's own. */
  isOther: boolean
}

export interface TransferPrice {
  columns: StoredChoice & { ineligible_reason: null }
  levels: NeededLevel[]
  right: GrantedRight | null
  toPayCents: Cents
  toRefundCents: Cents
}

/**
 * What the registration costs its new runner: the value of its kit when it was bought, with the new runner's
 * discounts, and the fee. Null when its kit no longer exists. Without a size in the request, the registration
 * keeps the one it has.
 */
export function priceTransfer(
  snapshot: SalesSnapshot,
  current: Transferred,
  { isOther, ...one }: Person,
  {
    sizeId,
    today,
    files,
    refuse,
  }: { sizeId: number | null; today: IsoDate; files: ReadonlySet<string>; refuse: Refuse },
): TransferPrice | null {
  const choice = placeOf(snapshot, current, sizeId)
  if (!choice) return null
  const ordered: OrderedPerson = { who: 0, ...one }
  checkEligibility(
    0,
    choice,
    { ...one.person, name: isOther ? one.person.name : null },
    snapshot.agesOn,
    refuse,
  )
  const rights = checkRights([ordered], snapshot, today, files, refuse).get(0) ?? []
  const coupon = keptCoupon(snapshot, { ...current, account_level_id: null })
  const keeps =
    coupon !== null &&
    couponMismatch(coupon, saleContext(snapshot, ordered, choice, NO_COUPON_USE, today)) === null
  const group = groupOf(current.price_lines)
  const planned = planParticipant(snapshot, ordered, choice, { coupon: keeps ? coupon : null, rights, group })
  const fee: StoredLine[] =
    current.transfers_fee_cents === 0
      ? []
      : [{ kind: 'change', label: 'Taxa de transferência', amount_cents: current.transfers_fee_cents }]
  const lasting = current.price_lines.filter(isLasting)
  const priced = withLines(priceColumns(planned.price), [...lasting, ...fee])
  const { right } = planned
  const held = { ...choice, tier: heldTier(choice.tier, choice.kit, current) }
  return {
    columns: {
      modality_id: planned.modalityId,
      category_id: planned.categoryId,
      kit_id: planned.kitId,
      shirt_size_id: planned.shirtSizeId,
      tier_id: planned.tierId,
      coupon_id: planned.couponId,
      coupon_code_id: planned.couponCodeId,
      right_rule_id: right?.ruleId ?? null,
      ineligible_reason: null,
      ...priced,
    },
    levels: neededLevels(snapshot, held, {
      right: snapshot.rights.find(({ id }) => id === right?.ruleId) ?? null,
      coupon: planned.couponId === null ? null : coupon,
    }),
    right,
    toPayCents: Math.max(0, priced.total_cents - current.total_cents),
    toRefundCents: Math.max(0, current.total_cents - priced.total_cents),
  }
}

/** What the registration holds, at the value for which it was bought, whether or not it is still on sale. */
function placeOf(snapshot: SalesSnapshot, current: Transferred, sizeId: number | null): PricedChoice | null {
  const modality = snapshot.modalities.find(({ id }) => id === current.modality_id)
  const category = snapshot.categories.find(({ id }) => id === current.category_id)
  const kit = snapshot.kits.find(({ id }) => id === current.kit_id)
  if (!modality || !category || !kit) return null
  const size = kit.sizes.find(({ id }) => id === (sizeId ?? current.shirt_size_id)) ?? null
  const tier = kit.tiers.find(({ id }) => id === current.tier_id) ?? null
  return {
    modality,
    category,
    kit: { ...kit, price: { ...kit.price, valueCents: current.value_cents } },
    size,
    tier: tier && { ...tier, valueCents: current.value_cents },
  }
}

interface Given {
  terms: readonly { id: number; version: number }[]
  answerTo: (question: number) => Answer | undefined
  files: ReadonlySet<string>
}

/** Checks terms and answers as an order does, and returns what is stored of them. */
export function checkGiven(
  snapshot: SalesSnapshot,
  current: Pick<StoredChoice, 'modality_id' | 'category_id' | 'kit_id'>,
  { terms, answerTo, files }: Given,
  refuse: Refuse,
) {
  const accepted = snapshot.terms.filter(({ id, version }) =>
    terms.some((term) => term.id === id && term.version === version),
  )
  checkTerms(snapshot.terms, (term) => accepted.some(({ id }) => id === term), refuse)
  const questions = applicableQuestions(snapshot.questionnaires, {
    choices: [{ modalityId: current.modality_id, categoryId: current.category_id, kitId: current.kit_id }],
    answerTo,
    asked: 'order',
  })
  checkAnswers(questions, answerTo, refuse)
  const answers = answersOf(questions, answerTo)
  for (const { questionnaireId, filePath } of answers)
    if (filePath && !files.has(filePath))
      refuse(0, fileFieldOf(questionnaireId), 'Arquivo não encontrado. Envie-o de novo.')
  return {
    terms: accepted.map(({ id, version }) => ({ id, version })),
    answers: answers.map(({ questionnaireId, question, accepted: yes, value, filePath }) => ({
      questionnaire_id: questionnaireId,
      question,
      accepted: yes,
      value: value ?? null,
      file_path: filePath ?? null,
    })),
  }
}

/** A collection of problems by field, as an order's. */
export function problems(): { errors: FieldErrors; refuse: Refuse } {
  const errors: FieldErrors = {}
  return {
    errors,
    refuse: (_who, field, message) => {
      errors[field] = [...(errors[field] ?? []), message]
    },
  }
}
