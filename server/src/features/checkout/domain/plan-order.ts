import type { z } from 'zod'
import type { RegisterParticipantInput } from '#contract/checkout.ts'
import type { IsoDate } from '#contract/dates.ts'
import { ERRORS, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import {
  checkAnswers,
  checkPayment,
  checkPeople,
  checkTerms,
  fieldOf,
  fileFieldOf,
  profileProblem,
  type Refuse,
} from '#contract/order-rules.ts'
import { MINIMUM_CHARGE_CENTS } from '#contract/price.ts'
import { type Answer, answerValue, asked, FILE_SENT, isAnswered, wantsFile } from '#contract/questions.ts'
import { effectiveStatus } from '../../event/domain/effective-status.ts'
import { type Choice, choose, type Wanted, withBuyersChoice } from './choice.ts'
import type { Offer } from './offer.ts'
import type { OrderPlan } from './order-request.ts'
import { type Buyer, peopleOf } from './people.ts'
import { couponProblemOf, planParticipant } from './plan-participant.ts'

export type OrderInput = z.output<typeof RegisterParticipantInput>

/** Why an order cannot be placed. Without a message, the default sentence of the code is used. */
export interface OrderProblem {
  code: ErrorCode
  message?: string
  errors?: FieldErrors
}

/** What the buyer may refer to: paths of the answer files they uploaded, and coupon codes they know. */
export interface BuyerInputs {
  files: ReadonlySet<string>
  codes: ReadonlySet<string>
}
const NO_BUYER_INPUTS: BuyerInputs = { files: new Set(), codes: new Set() }

export type Planned = { plan: OrderPlan } | { problem: OrderProblem }

/**
 * Checks an order against an offer and prices it, or returns all its problems together. `today` is the date in the event's time zone.
 * Stock is checked later, by `take_spots`.
 */
export function planOrder(
  input: OrderInput,
  offer: Offer,
  buyer: Buyer,
  today: IsoDate,
  { files, codes }: BuyerInputs = NO_BUYER_INPUTS,
): Planned {
  const closed = registrationClosedProblem(offer, today)
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
  const choices = chooseAll(input, offer, refuse)
  checkTerms(offer.terms, acceptedIn(input), refuse)
  const answerTo = (question: number) =>
    input.questionnaire_acceptances.find(({ questionnaire_id }) => questionnaire_id === question)
  const modalities = people.map(({ who }) => choices[who]?.modality.id)
  const questions = asked(offer.questionnaires, modalities)
  checkAnswers(questions, answerTo, refuse)
  const answers = answersOf(questions, answerTo)
  for (const { questionnaireId, filePath } of answers)
    if (filePath && !files.has(filePath))
      refuse(0, fileFieldOf(questionnaireId), 'Arquivo não encontrado. Envie-o de novo.')

  const coupon = findKnownCoupon(input, offer, codes)
  if (input.discount_coupon_id && choices[people[0]?.who ?? 0]) {
    const problems = people.map(({ who }) => {
      const choice = choices[who]
      return choice && couponProblemOf(coupon, choice, today)
    })
    if (!problems.includes(null)) refuse(0, 'discount_coupon_id', problems[0] ?? 'Cupom inválido.')
  }

  const participants = people.flatMap((one) => {
    const choice = choices[one.who]
    return choice ? [planParticipant(offer, one, choice, coupon, today)] : []
  })
  const totalCents = participants.reduce((sum, { price }) => sum + price.totalCents, 0)
  const chargeOf = (ownCents: Cents) => (input.pay_together && ownCents > 0 ? totalCents : ownCents)
  const tooSmall = participants.find(({ price }) => {
    const chargeCents = chargeOf(price.totalCents)
    return chargeCents > 0 && chargeCents < MINIMUM_CHARGE_CENTS
  })
  const [, sentence] = ERRORS.amount_too_small
  if (tooSmall?.couponId) refuse(0, 'discount_coupon_id', sentence)
  else if (tooSmall) refuse(tooSmall.who, 'product_id', sentence)

  const method = offer.paymentMethods.find(({ id }) => id === input.payment_method_id)
  checkPayment({ totalCents, methods: offer.paymentMethods, chosen: method }, refuse)

  if (Object.keys(errors).length > 0) return { problem: fieldProblem(errors) }
  if (showedAnotherPrice(input, offer, totalCents)) return { problem: { code: 'offer_changed' } }
  return {
    plan: {
      eventId: offer.eventId,
      eventVersion: offer.version,
      paymentType: totalCents > 0 && method ? method.type : null,
      hasFasterPayment: offer.paymentMethods.some(({ type }) => type !== 1),
      payTogether: input.pay_together,
      couponId: participants.some(({ couponId }) => couponId !== null) && coupon ? coupon.id : null,
      totalCents,
      terms: offer.terms,
      cancellationTiers: offer.cancellationTiers,
      answers,
      participants,
    },
  }
}

/** Finds the coupon of an order among those whose code the buyer knows. Any other coupon is treated as one that does not exist. */
export const findKnownCoupon = (input: OrderInput, offer: Offer, codes: ReadonlySet<string>) =>
  offer.coupons.find(({ id, code }) => id === input.discount_coupon_id && codes.has(code))

function registrationClosedProblem(offer: Offer, today: IsoDate): OrderProblem | null {
  const { status, closed_reason: reason } = effectiveStatus({
    ...offer,
    today,
    hasOffer: true,
    hasVacancy: true,
  })
  if (status === 1) return null
  if (reason === 'not_yet')
    return { code: 'event_closed', message: 'As inscrições para este evento ainda não começaram.' }
  if (reason === 'cancelled') return { code: 'event_closed', message: 'Este evento foi cancelado.' }
  return { code: 'event_closed' }
}

/** Whether the wizard showed another total than the one just computed. */
function showedAnotherPrice(input: OrderInput, offer: Offer, totalCents: number): boolean {
  if (input.expected_total !== undefined) return input.expected_total !== totalCents
  return input.version !== undefined && input.version !== offer.version
}

/** The message is the sentence itself when all fields have the same one, else the default sentence. */
function fieldProblem(errors: FieldErrors): OrderProblem {
  const sentences = new Set(Object.values(errors).flat())
  const [only] = sentences
  return { code: 'validation', errors, ...(sentences.size === 1 && only !== undefined && { message: only }) }
}

function chooseAll(input: OrderInput, offer: Offer, refuse: Refuse): (Choice | null)[] {
  const buyer: Wanted = {
    modalityId: input.modality_id,
    categoryId: input.category_id,
    kitId: input.product_id,
    shirtSizeId: input.shirt_size_id ?? null,
  }
  const buyersChoice = choose(offer, buyer, 0, refuse)
  const others = input.participants.map((participant, index) => {
    const wanted = withBuyersChoice(participant, buyer, offer)
    const same = Object.entries(wanted).every(([field, id]) => buyer[field as keyof Wanted] === id)
    return same ? buyersChoice : choose(offer, wanted, index + 1, refuse)
  })
  return [buyersChoice, ...others]
}

function acceptedIn(input: OrderInput): (term: number) => boolean {
  const accepted = new Set(
    input.participant_term_acceptances.filter((term) => term.accepted).map((term) => term.term_id),
  )
  return (term) => accepted.has(term)
}

/** What is kept of the answers: without a file that the question does not ask for. */
const answersOf = (
  questions: Offer['questionnaires'],
  answerTo: (question: number) => Answer | undefined,
): OrderPlan['answers'] =>
  questions.flatMap((question) => {
    const answer = answerTo(question.id)
    if (!isAnswered(question, answer)) return []
    const filePath = (wantsFile(question, answer) && answer?.file) || null
    return [
      {
        questionnaireId: question.id,
        question: question.question,
        modalityId: question.modalityId,
        accepted: answer?.accepted ?? true,
        value: question.kind === 'file' ? FILE_SENT : answerValue(question, answer),
        filePath,
      },
    ]
  })
