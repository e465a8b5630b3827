import type { RegisterParticipantInput } from '#contract/checkout.ts'
import { toIsoDate } from '#contract/dates.ts'
import { onlyDigits } from '#contract/documents.ts'
import type { PublicEvent, PublicProduct } from '#contract/event.ts'
import { type Cents, toCents, toDecimal } from '#contract/money.ts'
import { type KitPrice, type Price, priceOf } from '#contract/price.ts'
import { type Choice, type Coupon, choicesOf, type Draft, findChoice, NO_CHOICE, othersOf } from './draft.ts'

export interface PricedParticipant {
  /** 0 is the buyer. */
  who: number
  name: string
  choice: ReturnType<typeof findChoice>
  /** Null until a kit is chosen. */
  price: Price | null
}

export interface PricedOrder {
  participants: PricedParticipant[]
  totalCents: Cents
  /** Some kit costs something: coupons make sense. */
  hasPaidKit: boolean
  /** Everybody has a kit, so the total is the whole one. */
  isComplete: boolean
}

/** What everything chosen so far costs, by the price function the server uses too. */
export function priceOrder(draft: Draft, event: PublicEvent, buyerName: string): PricedOrder {
  const names = [buyerName, ...othersOf(draft).map(({ name }) => name)]
  const participants = choicesOf(draft).map((wanted, who) => {
    const choice = findChoice(event, wanted)
    const discount = choice.kit && discountFor(draft.coupon, choice.kit.id)
    return {
      who,
      name: names[who]?.trim() || `Participante ${who + 1}`,
      choice,
      price: choice.kit && priceOf({ ...kitPrice(choice.kit), name: choice.kit.name }, discount),
    }
  })
  const prices = participants.flatMap(({ price }) => price ?? [])
  return {
    participants,
    totalCents: prices.reduce((sum, { totalCents }) => sum + totalCents, 0),
    hasPaidKit: prices.some(({ valueCents }) => valueCents > 0),
    isComplete: prices.length === participants.length,
  }
}

/** A percentage with two decimals has the digits of basis points, reais with two decimals those of cents. */
const kitPrice = ({ value, type_fee, rate_organizer, is_increment }: PublicProduct): KitPrice => ({
  valueCents: toCents(value) ?? 0,
  feeType: type_fee,
  feeRate: toCents(rate_organizer) ?? 0,
  isIncrement: is_increment,
})

const discountFor = (coupon: Coupon | null, kit: number): Coupon | null =>
  coupon?.kits.includes(kit) ? coupon : null

/** The kits a coupon can be asked for: each chosen one that costs something, the buyer's first. */
export function paidKits({ participants }: PricedOrder): number[] {
  const ids = participants.flatMap(({ choice, price }) =>
    choice.kit && price && price.valueCents > 0 ? [choice.kit.id] : [],
  )
  return [...new Set(ids)]
}

/** The coupon, while somebody still has a kit it is good for. */
export const usefulCoupon = (draft: Draft): Coupon | null =>
  choicesOf(draft).some(({ kit }: Choice) => kit !== null && draft.coupon?.kits.includes(kit))
    ? draft.coupon
    : null

/** A yes to a question that asks for a file wants one. */
export const wantsFile = (
  { id, attach_file }: PublicEvent['questionnaires'][number],
  draft: Pick<Draft, 'answers'>,
): boolean => attach_file === 1 && draft.answers[id] === true

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
