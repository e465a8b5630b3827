import type { RegisterParticipantInput } from '#contract/checkout.ts'
import type { PublicEvent } from '#contract/event.ts'
import { type Cents, toDecimal } from '#contract/money.ts'
import { Person } from '#contract/person.ts'
import { answerValue, isAnswered, wantsFile } from '#contract/questions.ts'
import { type Draft, participantsOf } from './draft.ts'
import { answerTo, questionsOf, usefulCoupon } from './order.ts'

/** The request body for a draft without problems. */
export function orderBody(draft: Draft, event: PublicEvent, totalCents: Cents): RegisterParticipantInput {
  const everybody = participantsOf(draft)
  const others = everybody.filter(({ who }) => who > 0)
  const coupon = usefulCoupon(draft)
  return {
    event_id: event.id,
    ...everybody[0].choice,
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
    participants: others.map(({ person, choice }) => ({ ...Person.parse(person), ...choice })),
    without_buyer: everybody[0].who > 0,
    payment_method_id: totalCents > 0 ? draft.paymentMethod : null,
    pay_together: everybody.length > 1 && draft.payTogether,
    discount_coupon_id: coupon?.id ?? null,
    // The server keeps a validated coupon for some hours only, the draft longer.
    discount_coupon_code: coupon?.code ?? null,
    expected_total: toDecimal(totalCents),
    version: event.version,
  }
}
