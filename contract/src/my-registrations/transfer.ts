import { z } from 'zod'
import { RightClaim } from '../checkout/checkout.ts'
import { PublicQuestion } from '../event/question.ts'
import { TermKind, TermVersion } from '../event/term-kind.ts'
import { BrazilianDate, Instant, Money, MoneyInput } from '../fields.ts'
import { Invitation } from '../people/confirmation.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { GivenAnswer } from '../registration/given-answer.ts'
import { PersonFields } from '../registration/person.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { MINE, PaymentType } from './my-registrations.ts'

/** For how many days an invitation can be accepted, at most until the event's last day of transfers. */
export const TRANSFER_INVITATION_DAYS = 7

/** A new invitation ends the one before. Throws 409 when the registration cannot be transferred. */
export const inviteToTransfer = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/registrations/:id/transfer',
  status: 201,
  summary: 'Um link para outra pessoa receber a minha inscrição, e um texto para enviá-lo',
  params: IdParams,
  data: Invitation,
})

/** Also while the new runner has not paid. */
export const withdrawTransfer = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/registrations/:id/transfer/withdraw',
  summary: 'Desiste da transferência que ainda não foi concluída',
  params: IdParams,
})

const Token = z.object({ token: z.string().min(1).max(200) })

const { email: _, ...RunnerFields } = PersonFields

/** Who runs, if it is not the caller: a child, for example. The caller's account is responsible for the registration. */
const OtherRunner = z.object(RunnerFields).nullish()
export type OtherRunner = NonNullable<z.output<typeof OtherRunner>>

const Offered = z.object({
  event: z.object({
    title: z.string(),
    slug: z.string(),
    date_event: BrazilianDate,
    start_time: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  }),
  /** The first name of who transfers it. */
  from: z.string(),
  modality: z.string(),
  category: z.string(),
  product: z.string(),
  shirt_size: z.string().nullable(),
  expires_at: Instant,
})

/** The offer of a link, before logging in. Throws 400 `token_invalid` when the invitation has ended. */
export const readTransfer = defineRoute({
  method: 'POST',
  path: '/registrations/transfer',
  access: 'public',
  tag: 'Inscrições',
  summary: 'A inscrição que um link de transferência oferece',
  body: Token,
  data: Offered,
})

/** What the new runner has to pay, or what was paid too much already. */
const Price = z.object({
  value: Money,
  price_lines: z.array(PriceLine),
  to_pay: Money,
  /** Refunded to the payer of the registration. */
  to_refund: Money,
})

export const TransferOffer = Offered.extend({
  category_id: z.int(),
  modality_id: z.int(),
  product_id: z.int(),
  shirt_size_id: z.int().nullable(),
  /** Why the runner cannot take it over; null: it is possible. */
  problem: z.string().nullable(),
  /** With the discounts that need no declaration; null while there is a problem. */
  price: Price.nullable(),
  /** The discounts that the caller may declare. */
  rights: z.array(
    Price.extend({
      id: z.int(),
      name: z.string(),
      version: z.int(),
      declaration: z.string(),
      /** The document that proves it, in words; null: none is needed. */
      proof: z.string().nullable(),
    }),
  ),
  sizes: z.array(z.object({ id: z.int(), name: z.string(), is_sold_out: z.boolean() })),
  terms: z.array(
    z.object({ id: z.int(), name: z.string(), ...TermVersion, description: z.string(), kind: TermKind }),
  ),
  questions: z.array(PublicQuestion),
  payment_types: z.array(PaymentType),
  /** The caller has accepted it, and pays here. */
  payment_link: z.string().nullable(),
})
export type TransferOffer = z.infer<typeof TransferOffer>

/** Throws 400 `token_invalid` when it is over. */
export const readTransferOffer = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/transfers/offer',
  summary: 'A inscrição que um link de transferência me oferece, com o meu preço, termos e perguntas',
  body: Token.extend({ runner: OtherRunner }),
  data: TransferOffer,
})

/**
 * The caller, or the person that the caller names, becomes the runner, at once or when the difference is paid.
 * Throws like `registerParticipant`.
 */
export const acceptTransfer = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/transfers',
  bodyLimit: 128 * 1024,
  summary: 'Recebe a inscrição de um link de transferência; com diferença a pagar, depois do pagamento',
  body: Token.extend({
    runner: OtherRunner,
    shirt_size_id: Id.nullable().default(null),
    right: RightClaim.nullish(),
    /** The accepted terms in the versions that the page showed. Consents that are absent are not given. */
    terms: z.array(z.object({ id: Id, version: z.int().min(1) })).max(100),
    answers: z.array(GivenAnswer).max(100).default([]),
    payment_type: PaymentType.nullable().default(null),
    /** The amount to pay that the page showed. If it differs now, the answer is 409. */
    expected_to_pay: MoneyInput,
  }),
  /** `registration_id`: the caller's now; null until the payment. */
  data: z.object({ payment_link: z.string().nullable(), registration_id: z.int().nullable() }),
})

/** The latest first. */
export const listTransferred = defineRoute({
  ...MINE,
  method: 'GET',
  path: '/participant/transfers',
  summary: 'As inscrições que transferi a outras pessoas',
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      slug: z.string(),
      date_event: BrazilianDate,
      /** The first name of the new runner. */
      to: z.string(),
      at: Instant,
    }),
  ),
})
