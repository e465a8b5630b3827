import type { RegisterParticipantInput } from '#contract/checkout/checkout.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { toDecimal } from '#contract/money.ts'
import { Person } from '#contract/registration/person.ts'
import { answerValue, isAnswered, wantsFile } from '#contract/registration/questions.ts'
import { type Draft, participantsOf } from '../wizard/draft.ts'
import { answerTo, type PricedOrder, paysTogether, questionsOf, teamsOf } from './order.ts'

/** Builds the request body. The draft must have no problems. */
export function orderBody(
  draft: Draft,
  event: PublicEvent,
  order: PricedOrder,
  group: string | null = null,
): RegisterParticipantInput {
  const everybody = participantsOf(draft)
  const others = everybody.filter(({ who }) => who > 0)
  const { coupon, totalCents } = order
  return {
    event_id: event.id,
    ...everybody[0].choice,
    right: everybody[0].who === 0 ? claimOf(order, 0) : null,
    participant_term_acceptances: event.terms.map(({ id }) => ({
      term_id: id,
      accepted: draft.terms.includes(id),
    })),
    questionnaire_acceptances: questionsOf(draft, event).flatMap((question) => {
      const answer = answerTo(draft, question.id)
      if (!answer || !isAnswered(question, answer)) return []
      const { accepted, file } = answer
      const value = answerValue(question, answer)
      return [
        {
          questionnaire_id: question.id,
          ...(accepted !== undefined && { accepted }),
          ...(value !== null && { value }),
          ...(wantsFile(question, answer) && file && { file }),
        },
      ]
    }),
    participants: others.map(({ who, person, choice }) => ({
      ...Person.parse(person),
      ...choice,
      right: claimOf(order, who),
    })),
    without_buyer: everybody[0].who > 0,
    teams: teamsOf(order).map(({ category_id }) => ({ category_id, name: draft.teams[category_id] ?? '' })),
    payment_method_id: totalCents > 0 ? draft.paymentMethod : null,
    pay_together: paysTogether(draft, order),
    discount_coupon_id: coupon?.id ?? null,
    // Lets the server validate the coupon again if that was not done within the last 24 hours.
    discount_coupon_code: coupon?.code ?? null,
    ...(group !== null && { group }),
    expected_value: toDecimal(totalCents),
    version: event.version,
  }
}

function claimOf({ participants }: PricedOrder, who: number): RegisterParticipantInput['right'] {
  const claim = participants.find((one) => one.who === who)?.rights.claim
  return claim
    ? {
        id: claim.id,
        ...(claim.version !== null && { version: claim.version }),
        companion: claim.companion,
        proof: claim.proof?.path ?? null,
      }
    : null
}
