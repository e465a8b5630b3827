// Over 250 lines: an order is checked in one place, in the order in which its problems are reported.

import type { z } from 'zod'
import type { RegisterParticipantInput } from '#contract/checkout/checkout.ts'
import {
  checkAnswers,
  checkEligibility,
  checkPayment,
  checkPeople,
  checkTeams,
  checkTerms,
  fieldOf,
  fileFieldOf,
  profileProblem,
  type Refuse,
} from '#contract/checkout/order-rules.ts'
import type { IsoDate } from '#contract/dates.ts'
import { ERRORS, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Cents } from '#contract/money.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import { type Answer, applicableQuestions } from '#contract/registration/questions.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { effectiveStatus } from '#server/features/event/domain/effective-status.ts'
import { storedAnswer } from '#server/features/registration/domain/answers.ts'
import { type Choice, choose, type PricedChoice, type Wanted, withBuyersChoice } from './choice.ts'
import { checkRights } from './claimed-rights.ts'
import type { OrderPlan } from './order-request.ts'
import { type CouponUse, couponProblems, findKnownCoupon, NO_COUPON_USE } from './ordered-coupon.ts'
import { type Buyer, type OrderedPerson, peopleOf } from './people.ts'
import { planParticipant, saleContext } from './plan-participant.ts'
import type { SalesSnapshot, TierForSale } from './sales-snapshot.ts'

export type OrderInput = z.output<typeof RegisterParticipantInput>

/** Why an order cannot be placed. Without a message, the default sentence of the code is used. */
export interface OrderProblem {
  code: ErrorCode
  message?: string
  errors?: FieldErrors
  /** With `offer_changed`: the total that the runner saw, and the current one. */
  totals?: { expectedCents: Cents; currentCents: Cents }
}

/** What else a plan depends on. */
export interface OrderFacts {
  /** Paths of the buyer's uploaded answer files. */
  files?: ReadonlySet<string>
  /** Coupon codes that the buyer knows. */
  codes?: ReadonlySet<string>
  couponUse?: CouponUse
  /** Units that were left of a tier's level when an earlier plan of this order was decided. */
  unitsLeft?: ReadonlyMap<number, number>
  /** The group of the invitation that the order names; null: it admits nobody to this event. */
  groupId?: number | null
}

export type Planned = { plan: OrderPlan } | { problem: OrderProblem }

/** Returns all problems together. Stock is checked later, by `take_spots`. */
export function planOrder(
  input: OrderInput,
  snapshot: SalesSnapshot,
  buyer: Buyer,
  today: IsoDate,
  {
    files = new Set(),
    codes = new Set(),
    couponUse = NO_COUPON_USE,
    unitsLeft = new Map(),
    groupId = null,
  }: OrderFacts = {},
): Planned {
  const closed = registrationClosedProblem(snapshot, today)
  if (closed) return { problem: closed }
  const incomplete = profileProblem(buyer)
  const people = peopleOf(input, buyer)
  if (incomplete || !people)
    return { problem: { code: 'validation', ...(incomplete && { message: incomplete }) } }

  const errors: FieldErrors = {}
  const refuse: Refuse = (who, field, message) => {
    errors[fieldOf(who, field)] = [...(errors[fieldOf(who, field)] ?? []), message]
  }
  if (people.length === 0) refuse(0, 'participants', 'Adicione quem vai participar.')
  checkPeople(
    people.map(({ who, person }) => ({ who, ...person })),
    today,
    refuse,
  )
  const choices = inTiers(people, chooseAll(input, snapshot, refuse), today, unitsLeft)
  for (const { who, person } of people) {
    const runner = { ...person, name: who === 0 ? null : person.name }
    checkEligibility(who, choices[who] ?? {}, runner, snapshot.agesOn, refuse)
  }
  const teamNames = new Map(input.teams.map(({ category_id, name }) => [category_id, name]))
  const teams = checkTeams(
    people.map(({ who, person }) => ({ category: choices[who]?.category, sex: person.sex })),
    (category) => teamNames.get(category),
    refuse,
  )
  const payTogether = input.pay_together || teams.length > 0
  const rights = checkRights(people, snapshot, today, files, refuse)
  const isAccepted = acceptedIn(input)
  checkTerms(snapshot.terms, isAccepted, refuse)
  const answerTo = (question: number) =>
    input.questionnaire_acceptances.find(({ questionnaire_id }) => questionnaire_id === question)
  const questions = applicableQuestions(snapshot.questionnaires, {
    choices: people.map(({ who }) => {
      const { modality, category, kit } = choices[who] ?? {}
      return { modalityId: modality?.id, categoryId: category?.id, kitId: kit?.id }
    }),
    answerTo,
    asked: 'order',
  })
  checkAnswers(questions, answerTo, refuse)
  const answers = answersOf(questions, answerTo)
  for (const { questionnaireId, filePath } of answers)
    if (filePath && !files.has(filePath))
      refuse(0, fileFieldOf(questionnaireId), 'Arquivo não encontrado. Envie-o de novo.')

  const coupon = findKnownCoupon(input.discount_coupon_id, snapshot, codes, couponUse)
  const chosen = people.flatMap((one) => {
    const choice = choices[one.who]
    return choice ? [{ one, choice }] : []
  })
  const couponRefusals = couponProblems(
    coupon,
    chosen.map(({ one, choice }) => saleContext(snapshot, one, choice, couponUse, today)),
  )
  if (input.discount_coupon_id && chosen.length > 0 && !couponRefusals.includes(null))
    refuse(0, 'discount_coupon_id', couponRefusals[0] ?? 'Cupom inválido.')

  const participants = chosen.map(({ one, choice }, index) =>
    planParticipant(snapshot, one, choice, {
      coupon: couponRefusals[index] === null ? coupon : null,
      rights: rights.get(one.who) ?? [],
    }),
  )
  const totalCents = participants.reduce((sum, { price }) => sum + price.totalCents, 0)
  const chargeOf = (ownCents: Cents) => (payTogether && ownCents > 0 ? totalCents : ownCents)
  const tooSmall = participants.find(({ price }) => {
    const chargeCents = chargeOf(price.totalCents)
    return chargeCents > 0 && chargeCents < MINIMUM_CHARGE_CENTS
  })
  const [, sentence] = ERRORS.amount_too_small
  if (tooSmall?.couponId) refuse(0, 'discount_coupon_id', sentence)
  else if (tooSmall) refuse(tooSmall.who, 'product_id', sentence)

  if (input.group && groupId === null) refuse(0, 'group', 'Este grupo não aceita mais ninguém.')

  const method = snapshot.paymentMethods.find(({ id }) => id === input.payment_method_id)
  checkPayment({ totalCents, methods: snapshot.paymentMethods, chosen: method }, refuse)
  const types = snapshot.paymentMethods.map(({ type }) => type)
  if (
    totalCents > 0 &&
    method &&
    !timelyTypes(types, { today, eventOn: snapshot.eventOn }).includes(method.type)
  )
    refuse(0, 'payment_method_id', ERRORS.boleto_too_late[1])

  if (Object.keys(errors).length > 0) return { problem: fieldProblem(errors) }
  const expectedCents = input.expected_value
  if (expectedCents !== undefined && expectedCents !== totalCents)
    return { problem: { code: 'offer_changed', totals: { expectedCents, currentCents: totalCents } } }
  if (expectedCents === undefined && input.version !== undefined && input.version !== snapshot.version)
    return { problem: { code: 'offer_changed' } }
  return {
    plan: {
      eventId: snapshot.eventId,
      eventVersion: snapshot.version,
      paymentType: totalCents > 0 && method ? method.type : null,
      hasFasterPayment: snapshot.paymentMethods.some(({ type }) => type !== PAYMENT_TYPE.boleto),
      payTogether,
      couponId: participants.some(({ couponId }) => couponId !== null) && coupon ? coupon.id : null,
      groupId,
      teams: teams.map((categoryId) => ({ categoryId, name: teamNames.get(categoryId) ?? '' })),
      totalCents,
      terms: snapshot.terms.filter(({ id }) => isAccepted(id)),
      cancellationTiers: snapshot.cancellationTiers,
      answers,
      participants,
    },
  }
}

function registrationClosedProblem(snapshot: SalesSnapshot, today: IsoDate): OrderProblem | null {
  const { status, closed_reason: reason } = effectiveStatus({
    ...snapshot,
    today,
    hasOffer: true,
    hasVacancy: true,
  })
  if (status === EVENT_STATUS.open) return null
  if (reason === 'not_yet')
    return { code: 'event_closed', message: 'As inscrições para este evento ainda não começaram.' }
  if (reason === 'cancelled') return { code: 'event_closed', message: 'Este evento foi cancelado.' }
  return { code: 'event_closed' }
}

/** The message is the sentence itself when all fields have the same one, else the default sentence. */
function fieldProblem(errors: FieldErrors): OrderProblem {
  const sentences = new Set(Object.values(errors).flat())
  const [only] = sentences
  return { code: 'validation', errors, ...(sentences.size === 1 && only !== undefined && { message: only }) }
}

function chooseAll(input: OrderInput, snapshot: SalesSnapshot, refuse: Refuse): (Choice | null)[] {
  const buyer: Wanted = {
    modalityId: input.modality_id,
    categoryId: input.category_id,
    kitId: input.product_id,
    shirtSizeId: input.shirt_size_id ?? null,
  }
  const buyersChoice = choose(snapshot, buyer, 0, refuse)
  const others = input.participants.map((participant, index) => {
    const wanted = withBuyersChoice(participant, buyer, snapshot)
    const same = Object.entries(wanted).every(([field, id]) => buyer[field as keyof Wanted] === id)
    return same ? buyersChoice : choose(snapshot, wanted, index + 1, refuse)
  })
  return [buyersChoice, ...others]
}

/**
 * The tier of each choice, by participant. The people of an order take the units of a tier in their order; those
 * for whom none is left get the next tier.
 */
function inTiers(
  people: readonly OrderedPerson[],
  choices: readonly (Choice | null)[],
  today: IsoDate,
  unitsLeft: ReadonlyMap<number, number>,
): (PricedChoice | null)[] {
  const taken = new Map<number, number>()
  const hasUnit = ({ levelId }: TierForSale) =>
    (taken.get(levelId) ?? 0) < (unitsLeft.get(levelId) ?? Number.POSITIVE_INFINITY)
  const tiered: (PricedChoice | null)[] = choices.map((choice) => choice && { ...choice, tier: null })
  for (const { who } of people) {
    const choice = tiered[who]
    const tier = choice && openTiers(choice.kit.tiers, today).find(hasUnit)
    if (!tier) continue
    taken.set(tier.levelId, (taken.get(tier.levelId) ?? 0) + 1)
    choice.tier = tier
  }
  return tiered
}

function acceptedIn(input: OrderInput): (term: number) => boolean {
  const accepted = new Set(
    input.participant_term_acceptances.filter((term) => term.accepted).map((term) => term.term_id),
  )
  return (term) => accepted.has(term)
}

/** What is stored of the answers to these questions. */
export const answersOf = (
  questions: SalesSnapshot['questionnaires'],
  answerTo: (question: number) => Answer | undefined,
): OrderPlan['answers'] =>
  questions.flatMap((question) => {
    const { id: questionnaireId, description, modalityId, categoryId, kitId } = question
    const answer = storedAnswer(question, answerTo(questionnaireId))
    return answer
      ? [{ ...answer, questionnaireId, question: description, modalityId, categoryId, kitId }]
      : []
  })
