import type { PublicEvent, PublicProduct } from '#contract/event.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { type KitPrice, type Price, priceOf } from '#contract/price.ts'
import { type Answer, asked } from '#contract/questions.ts'
import { type Coupon, type Draft, findChoice, participantsOf } from './draft.ts'

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
  /** Some kit costs something, so a coupon can be used. */
  hasPaidKit: boolean
  /** Everybody has a kit, so the total is final. */
  isComplete: boolean
}

/** Prices what is chosen so far, with the price function that the server uses. */
export function priceOrder(draft: Draft, event: PublicEvent): PricedOrder {
  const participants = participantsOf(draft).map(({ who, person, ...one }, index) => {
    const choice = findChoice(event, one.choice)
    const { kit } = choice
    const coupon = kit && draft.coupon?.kits.includes(kit.id) ? draft.coupon : null
    return {
      who,
      name: person.name.trim() || `Participante ${index + 1}`,
      choice,
      price: kit && priceOf({ ...kitPrice(kit), name: kit.name }, coupon),
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

/** The chosen kits that cost something, the buyer's first: those a coupon is validated for. */
export function paidKits({ participants }: PricedOrder): number[] {
  const ids = participants.flatMap(({ choice, price }) =>
    choice.kit && price && price.valueCents > 0 ? [choice.kit.id] : [],
  )
  return [...new Set(ids)]
}

/** The coupon, while somebody has a kit it applies to. */
export const usefulCoupon = (draft: Draft): Coupon | null =>
  participantsOf(draft).some(({ choice: { product_id: kit } }) => draft.coupon?.kits.includes(kit ?? 0))
    ? draft.coupon
    : null

/** The organizer's questions that this order is asked, as the contract's rules read them. */
export const questionsOf = (draft: Draft, event: PublicEvent) =>
  asked(
    event.questionnaires.map((question) => ({
      ...question,
      asksFile: question.attach_file === 1,
      modalityId: question.modality_id,
    })),
    participantsOf(draft).map(({ choice }) => choice.modality_id),
  )

/** The answer to a question, if any, with the path of its file. */
export function answerTo({ answers, files }: Draft, question: number): Answer | undefined {
  const answer = answers[question]
  const file = files[question]?.path
  if (answer === undefined) return file === undefined ? undefined : { file }
  return typeof answer === 'boolean' ? { accepted: answer, file } : { value: answer, file }
}
