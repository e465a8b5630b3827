import { z } from 'zod'
import { BrazilianDate, Money, MoneyInput } from '../fields.ts'
import type { Cents } from '../money.ts'
import { MINIMUM_CHARGE_CENTS } from '../pricing/price.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { MINE, PaymentType } from './my-registrations.ts'

/**
 * The event was cancelled and offers a donation or a credit, the payment arrived after the spot was gone, or
 * the runner deferred the registration or returned its place. `changed`: a change to a cheaper kit left a credit
 * in the price of an active registration.
 */
export const CHOICE_KINDS = ['event_cancelled', 'late', 'deferred', 'returned', 'changed'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]
/** `changed` is not stored as a choice: its credit is a line of the price. */
export type StoredChoiceKind = Exclude<ChoiceKind, 'changed'>

/** `place`: the money pays for another kit of the same event. */
export const CHOICES = ['refund', 'donation', 'credit', 'place'] as const
export type Choice = (typeof CHOICES)[number]

export interface CreditUse {
  usedCents: Cents
  /** The amount still to be paid for the other registration. */
  missingCents: Cents
  /** The rest of the credit, which is refunded. */
  leftCents: Cents
}

/**
 * How a credit pays for a registration that owes `owedCents`; null when it pays for nothing. A remainder
 * below the gateway's minimum charge is rounded up to that minimum.
 */
export function creditUse(creditCents: Cents, owedCents: Cents): CreditUse | null {
  const short = owedCents - creditCents
  const missingCents = short <= 0 ? 0 : Math.max(short, MINIMUM_CHARGE_CENTS)
  const usedCents = owedCents - missingCents
  return usedCents > 0 ? { usedCents, missingCents, leftCents: creditCents - usedCents } : null
}

const Item = z.object({ id: z.int(), name: z.string() })

/** Money paid for a cancelled event, a deferred registration or a dearer kit, offered as a credit. */
const Credit = z.object({
  until: BrazilianDate,
  /** The decision stays open until that day, because the runner chose to wait. */
  is_kept: z.boolean(),
  /** Null while the organizer has not named the event. */
  event: z
    .object({
      id: z.int(),
      slug: z.string(),
      title: z.string(),
      date_event: BrazilianDate,
      is_open: z.boolean(),
    })
    .nullable(),
  /** The same person's registration in the new event, which the credit can pay for or has paid for. */
  registration: z
    .object({
      id: z.int(),
      owed: Money,
      /**
       * The part of the credit that is used; `missing` is still owed, `left` is refunded, or stays a credit if it
       * is of `changed`.
       */
      used: Money,
      missing: Money,
      left: Money,
    })
    .nullable(),
})

export const RefundChoice = z.object({
  kind: z.enum(CHOICE_KINDS),
  amount: Money,
  /** The part that stays with the organizer; for an active registration, its price. */
  fee: Money,
  /** With the interest of card installments. */
  refund: Money,
  /** The last day to decide. After it the money is refunded, except for the kind `changed`. */
  ends_on: BrazilianDate,
  /** Why the event was cancelled; null for a late payment. */
  reason: z.string().nullable(),
  donation_to: z.string().nullable(),
  credit: Credit.nullable(),
  choice: z.enum(CHOICES).nullable(),
  /** Until the decision: the kits that can be taken instead of the sold-out one, at the current price. */
  places: z.array(
    z.object({
      product: Item,
      sizes: z.array(Item),
      total: Money,
    }),
  ),
  payment_types: z.array(PaymentType),
})
export type RefundChoice = z.infer<typeof RefundChoice>

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
      // Extends the time to decide until the last day of the credit.
      z.object({ choice: z.literal('wait') }),
      z.object({
        choice: z.literal('credit'),
        registration_id: Id,
        /** The amount that the page showed; another one is a conflict. */
        expected_owed: MoneyInput,
      }),
      z.object({
        choice: z.literal('place'),
        product_id: Id,
        shirt_size_id: Id.nullable().default(null),
        payment_type: PaymentType.nullable().default(null),
        /** The price that the page showed; another one is a conflict. */
        expected_value: MoneyInput,
      }),
    ],
    { error: 'Escolha o que fazer com o valor pago.' },
  ),
  data: z.object({
    /** Where a price difference is paid; null when there is none. */
    payment_link: z.string().nullable(),
  }),
})
