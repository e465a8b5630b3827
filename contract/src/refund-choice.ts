import { z } from 'zod'
import { BrazilianDate, Money } from './fields.ts'
import { defineRoute, IdParams } from './route.ts'

/** What a runner decides on: the event was cancelled and a donation is offered, or their money came after the place was given away. */
export const CHOICE_KINDS = ['event_cancelled', 'late'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** What became of the money: it goes back, the organizer keeps it as a gift, or it paid for another place. */
export const CHOICES = ['refund', 'donation', 'place'] as const
export type Choice = (typeof CHOICES)[number]

export const RefundChoice = z.object({
  kind: z.enum(CHOICE_KINDS),
  /** What was paid and waits for the decision, or was decided on. */
  amount: Money,
  /** The last day; then it is refunded. */
  ends_on: BrazilianDate,
  /** Why the event was cancelled. */
  reason: z.string().nullable(),
  donation_to: z.string().nullable(),
  /** Null: not decided yet. */
  choice: z.enum(CHOICES).nullable(),
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
  body: z.object({
    choice: z.enum(['refund', 'donation'], { error: 'Escolha o que fazer com o valor pago.' }),
  }),
})
