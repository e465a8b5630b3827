import { z } from 'zod'
import { BrazilianDate, Money, MoneyInput } from './fields.ts'
import type { Cents } from './money.ts'
import { MINIMUM_CHARGE_CENTS } from './price.ts'
import { PaymentType } from './registration.ts'
import { defineRoute, Id, IdParams } from './route.ts'

/** What a runner decides on: the event was cancelled and a donation is offered, or their money came after the place was given away. */
export const CHOICE_KINDS = ['event_cancelled', 'late'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/**
 * What became of the money: it goes back, the organizer keeps it as a gift, it paid for a registration on the new date, or for another place.
 */
export const CHOICES = ['refund', 'donation', 'credit', 'place'] as const
export type Choice = (typeof CHOICES)[number]

export interface CreditUse {
  /** What pays for the other registration. */
  usedCents: Cents
  /** What is still to be paid for it. */
  missingCents: Cents
  /** What is left of the credit and goes back. */
  leftCents: Cents
}

/**
 * How a credit pays what another registration owes. What would then be missing and is below the gateway's minimum is rounded up to it. Null
 * when nothing can be paid in this way.
 */
export function creditUse(creditCents: Cents, owedCents: Cents): CreditUse | null {
  const short = owedCents - creditCents
  const missingCents = short <= 0 ? 0 : Math.max(short, MINIMUM_CHARGE_CENTS)
  const usedCents = owedCents - missingCents
  return usedCents > 0 ? { usedCents, missingCents, leftCents: creditCents - usedCents } : null
}

const Item = z.object({ id: z.int(), name: z.string() })

/** What was paid for a cancelled event, as money for its new date. */
const Credit = z.object({
  /** Whoever wants to wait may do so until this day. */
  until: BrazilianDate,
  /** The runner waits until then. */
  is_kept: z.boolean(),
  /** The new date; null: not named yet. */
  event: z
    .object({
      id: z.int(),
      slug: z.string(),
      title: z.string(),
      date_event: BrazilianDate,
      /** It takes registrations. */
      is_open: z.boolean(),
    })
    .nullable(),
  /** The same person's registration there that the credit may pay for, or has; null: none yet. */
  registration: z
    .object({
      id: z.int(),
      owed: Money,
      /** Of the credit, what it would pay; of what is owed, what would be missing; of the credit, what would go back. */
      used: Money,
      missing: Money,
      left: Money,
    })
    .nullable(),
})

export const RefundChoice = z.object({
  kind: z.enum(CHOICE_KINDS),
  /** What was paid and waits for the decision, or was decided on. */
  amount: Money,
  /** What comes back, or came: with the interest of a card in installments. */
  refund: Money,
  /** The last day; then it is refunded. */
  ends_on: BrazilianDate,
  /** Why the event was cancelled. */
  reason: z.string().nullable(),
  donation_to: z.string().nullable(),
  /** Null where it is not offered. */
  credit: Credit.nullable(),
  /** Null: not decided yet. */
  choice: z.enum(CHOICES).nullable(),
  /** While it is not decided: the places that may be taken instead of the one that is gone, at their present price. */
  places: z.array(
    z.object({
      product: Item,
      /** Those that are left; none for a kit without a shirt. */
      sizes: z.array(Item),
      total: Money,
    }),
  ),
  /** How a difference may be paid. */
  payment_types: z.array(PaymentType),
})
export type RefundChoice = z.infer<typeof RefundChoice>

const MINE = { access: 'user', tag: 'Inscrições' } as const

export const getRefundChoice = defineRoute({
  method: 'GET',
  path: '/participant/registrations/:id/refund-choice',
  ...MINE,
  summary: 'O que posso fazer com o que paguei por uma inscrição cancelada',
  params: IdParams,
  data: RefundChoice,
})

export const chooseRefund = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/refund-choice',
  ...MINE,
  summary: 'Decide o que acontece com o que paguei por uma inscrição cancelada',
  params: IdParams,
  body: z.discriminatedUnion(
    'choice',
    [
      z.object({ choice: z.literal('refund') }),
      z.object({ choice: z.literal('donation') }),
      // Nothing is decided yet: it waits longer, for the new date.
      z.object({ choice: z.literal('wait') }),
      z.object({
        choice: z.literal('credit'),
        registration_id: Id,
        /** What the page showed that it owes: another amount by now is a conflict. */
        expected_owed: MoneyInput,
      }),
      z.object({
        choice: z.literal('place'),
        product_id: Id,
        shirt_size_id: Id.nullable().default(null),
        /** Of a difference. */
        payment_type: PaymentType.nullable().default(null),
        /** The price of the place that was shown: another one by now is a conflict. */
        expected_total: MoneyInput,
      }),
    ],
    { error: 'Escolha o que fazer com o valor pago.' },
  ),
  data: z.object({
    /** The page where a difference is paid. */
    payment_link: z.string().nullable(),
  }),
})
