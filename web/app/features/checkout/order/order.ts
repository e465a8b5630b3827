import { dayIn } from '#contract/dates.ts'
import type { PublicEvent, PublicProduct } from '#contract/event/event.ts'
import { askedQuestion } from '#contract/event/question.ts'
import type { Cents } from '#contract/money.ts'
import {
  type CouponConditions,
  couponMismatch,
  couponProblemsInOrder,
} from '#contract/pricing/coupon-rule.ts'
import type { Runner } from '#contract/pricing/eligibility.ts'
import type { KitPrice } from '#contract/pricing/kit-total.ts'
import { lowestPrice, type Price } from '#contract/pricing/price.ts'
import type { SaleContext } from '#contract/pricing/sale-context.ts'
import { Person } from '#contract/registration/person.ts'
import { type Answer, applicableQuestions } from '#contract/registration/questions.ts'
import { agesOn } from '#web/features/event/eligibility-words.ts'
import { kitPrice, nextKitPrice } from '#web/features/event/kit-price.ts'
import { type Coupon, type Draft, findChoice, participantsOf } from '../wizard/draft.ts'
import { type ParticipantRights, rightsOf, rightsOfEvent } from './rights.ts'

export interface PricedParticipant {
  /** Index of the participant in the order; 0 is the buyer. */
  who: number
  name: string
  /** Null while birth date or sex is missing. */
  runner: Runner | null
  choice: ReturnType<typeof findChoice>
  /** Null until a kit is chosen. */
  price: Price | null
  /** The facts that decide whether a coupon applies; null until a kit is chosen. */
  sale: Omit<SaleContext, 'day'> | null
  rights: ParticipantRights
  /** The right that the price includes. */
  rightId: number | null
}

export interface PricedOrder {
  participants: PricedParticipant[]
  totalCents: Cents
  /** The total is the server's and differs from the sum of the prices. */
  isQuoted: boolean
  /** The coupon, or null when it applies to no participant. */
  coupon: Coupon | null
  hasPaidKit: boolean
  /** Whether every participant has a kit. Until then the total may still change. */
  isComplete: boolean
}

const BirthAndSex = Person.pick({ birth_date: true, sex: true })

/** For each participant, why the coupon does not apply; null when it does. As the server decides. */
export const couponMismatches = (
  coupon: CouponConditions,
  participants: readonly Pick<PricedParticipant, 'sale'>[],
): (string | null)[] =>
  couponProblemsInOrder(
    coupon,
    participants.map(({ sale }) =>
      sale ? couponMismatch(coupon, sale) : 'Selecione um kit antes de aplicar o cupom.',
    ),
  )

/** True while one of the amounts is unknown, before a kit is chosen. */
const isLess = (cents: Cents | null, than: Cents | null) => cents === null || than === null || cents < than

/** As the server does, gives the units left in a tier to the first people and the next tier to the others. */
function pricesByTier(): (kit: PublicProduct) => { price: KitPrice; tierId: number | null } {
  const taken = new Map<number, number>()
  return (kit) => {
    const count = taken.get(kit.id) ?? 0
    taken.set(kit.id, count + 1)
    const isLeft = !kit.tier || kit.tier.remaining === null || count < kit.tier.remaining
    const next = isLeft ? null : nextKitPrice(kit)
    return next
      ? { price: next, tierId: kit.next_tier?.id ?? null }
      : { price: kitPrice(kit), tierId: kit.tier?.id ?? null }
  }
}

/** Prices the choices made so far, with the same function as the server. */
export function priceOrder(draft: Draft, event: PublicEvent, now = new Date()): PricedOrder {
  const priceFor = pricesByTier()
  const day = agesOn(event)
  const chosen = participantsOf(draft).map(({ who, person, ...one }, index) => {
    const name = person.name.trim() || `Participante ${index + 1}`
    const { data } = BirthAndSex.safeParse(person)
    const runner = data ? { ...data, name: who === 0 ? null : name } : null
    const choice = findChoice(event, one.choice)
    const { kit } = choice
    const priced = kit && priceFor(kit)
    const own = priced && { ...priced.price, id: kit.id, name: kit.name }
    const sale = own && {
      kit: { id: own.id, valueCents: own.valueCents },
      tierId: priced.tierId,
      categoryId: choice.category?.category_id ?? null,
      person: day === null ? null : runner,
      // Only the server knows the list of a coupon.
      isListed: null,
      agesOn: day ?? '',
    }
    // A kit that costs nothing has no discount, so there is nothing to claim.
    return { who, name, runner, choice, sale, own, claim: own?.valueCents === 0 ? null : one.claim }
  })
  const sold = {
    rights: rightsOfEvent(event),
    people: chosen,
    day: dayIn(event.timezone, now),
    agesOn: day,
  }
  const mismatches = draft.coupon && couponMismatches(draft.coupon, chosen)
  const participants = chosen.map((one, index) => {
    const { who, name, runner, choice, sale, own } = one
    const coupon = mismatches?.[index] === null ? draft.coupon : null
    const { offered, ...rights } = rightsOf(one, sold)
    const best = (applied: ParticipantRights['applied']) =>
      own && lowestPrice(own, { rights: applied, coupon })
    const lowest = best(rights.applied)
    const totalWith = (applied: ParticipantRights['applied']) => best(applied)?.price.totalCents ?? null
    const unclaimedCents = totalWith(rights.automatic)
    return {
      who,
      name,
      runner,
      choice,
      sale,
      price: lowest?.price ?? null,
      rightId: lowest?.right?.id ?? null,
      rights: {
        ...rights,
        offered: offered
          .map((one) => ({ ...one, totalCents: totalWith([one.right, ...rights.automatic]) }))
          .filter(
            ({ right, totalCents }) =>
              right.id === rights.claim?.id || right.companion || isLess(totalCents, unclaimedCents),
          ),
        unclaimedCents,
      },
    }
  })
  const prices = participants.flatMap(({ price }) => price ?? [])
  return {
    participants,
    totalCents: prices.reduce((sum, { totalCents }) => sum + totalCents, 0),
    isQuoted: false,
    coupon: mismatches?.includes(null) ? draft.coupon : null,
    hasPaidKit: prices.some(({ valueCents }) => valueCents > 0),
    isComplete: prices.length === participants.length,
  }
}

/** The relay categories of the order, each of which is one team. */
export const teamsOf = ({ participants }: Pick<PricedOrder, 'participants'>) => [
  ...new Set(participants.flatMap(({ choice }) => (choice.category?.team_size ? [choice.category] : []))),
]

/** As the server decides: a team is paid at once. */
export const paysTogether = (draft: Draft, order: PricedOrder): boolean =>
  order.participants.length > 1 && (draft.payTogether || teamsOf(order).length > 0)

/** The chosen kits that have a price, the buyer's first. */
export function paidKits({ participants }: PricedOrder): number[] {
  const ids = participants.flatMap(({ choice, price }) =>
    choice.kit && price && price.valueCents > 0 ? [choice.kit.id] : [],
  )
  return [...new Set(ids)]
}

/** The questions of the form that apply to the choices and answers made so far. */
export const questionsOf = (draft: Draft, event: PublicEvent) =>
  applicableQuestions(event.questionnaires.map(askedQuestion), {
    choices: participantsOf(draft).map(({ choice }) => ({
      modalityId: choice.modality_id,
      categoryId: choice.category_id,
      kitId: choice.product_id,
    })),
    answerTo: (question) => answerTo(draft, question),
    asked: 'order',
  })

export function answerTo({ answers, files }: Draft, question: number): Answer | undefined {
  const answer = answers[question]
  const file = files[question]?.path
  if (answer === undefined) return file === undefined ? undefined : { file }
  return typeof answer === 'boolean' ? { accepted: answer, file } : { value: answer, file }
}
