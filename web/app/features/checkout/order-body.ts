import type { RegisterParticipantInput } from '#contract/checkout.ts'
import { toIsoDate } from '#contract/dates.ts'
import { onlyDigits } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { type Cents, toDecimal } from '#contract/money.ts'
import { type Choice, choicesOf, type Draft, NO_CHOICE, othersOf } from './draft.ts'
import { usefulCoupon } from './price-order.ts'
import { wantsFile } from './wants-file.ts'

/** The draft as the API takes it. Call it for a draft without problems: what is missing is sent as it is and refused. */
export function orderBody(draft: Draft, event: PublicEvent, totalCents: Cents): RegisterParticipantInput {
  const [buyer = NO_CHOICE, ...choices] = choicesOf(draft)
  const coupon = usefulCoupon(draft)
  return {
    event_id: event.id,
    ...ids(buyer),
    participant_term_acceptances: event.terms.map(({ id }) => ({
      term_id: id,
      accepted: draft.terms.includes(id),
    })),
    questionnaire_acceptances: event.questionnaires.flatMap((question) => {
      const { id } = question
      const accepted = draft.answers[id]
      if (accepted === undefined) return []
      const file = wantsFile(question, draft) ? draft.files[id]?.path : undefined
      return [{ questionnaire_id: id, accepted, ...(file !== undefined && { file }) }]
    }),
    participants: othersOf(draft).map(({ name, cpf, phone, birth_date, sex, email }, i) => ({
      name: name.trim(),
      cpf: onlyDigits(cpf),
      phone: onlyDigits(phone),
      birth_date: toIsoDate(birth_date) ?? birth_date,
      sex: sex === '' ? sex : Number(sex),
      ...(email.trim() && { email: email.trim() }),
      ...ids(choices[i] ?? NO_CHOICE),
    })),
    payment_method_id: totalCents > 0 ? draft.paymentMethod : null,
    discount_coupon_id: coupon?.id ?? null,
    // What the server remembers of it may be older than this wizard.
    discount_coupon_code: coupon?.code ?? null,
    expected_total: toDecimal(totalCents),
    version: event.version,
  }
}

const ids = ({ modality, category, kit, size }: Choice) => ({
  modality_id: modality ?? 0,
  category_id: category ?? 0,
  product_id: kit ?? 0,
  shirt_size_id: size,
})
