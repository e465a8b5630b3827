import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { StaffRefund } from '../payment/refund.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { defineRoute, Id, MAX_ID } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { Answered, Described, EDITORS, ParticipantPayment, TAG } from './participants.ts'

/** Whom the item is for, as `quem tiver 60 anos ou mais em 10/01/2027`, if not for the runner; otherwise null. */
const Ineligible = { ineligible: z.string().nullable() }

const EditOffer = z.object({
  id: z.int(),
  title: z.string(),
  end_date: BrazilianDate,
  payment: ParticipantPayment.nullable(),
  modalities: z.array(
    z.object({
      modality_id: z.int(),
      modality_name: z.string(),
      ...Ineligible,
      categories: z.array(z.object({ category_id: z.int(), category_name: z.string(), ...Ineligible })),
    }),
  ),
  products: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ...Ineligible,
      /** The total of this registration with this kit, including coupon and fee. */
      total: Money,
      /** `category_id` and `category_ids` mean the same as in an event's `products`. */
      category_id: z.int().nullable(),
      category_ids: z.array(z.int()),
      shirt_sizes: z.array(z.object({ id: z.int(), size: z.string(), quantity: z.int().nullable() })),
    }),
  ),
  payment_methods: z.array(z.object({ id: z.int(), type: z.int() })),
})

export const EditableRegistration = z.object({
  ...Described,
  ...Answered,
  /** Sent back with an edit. The edit is refused with 409 when the registration has changed meanwhile. */
  version: z.string(),
  category: z.object({ id: z.int(), name: z.string(), modality: z.string(), modality_id: z.int() }),
  price_lines: z.array(PriceLine),
  paid: Money,
  coupon: z.string().nullable(),
  payment_method_id: z.int().nullable(),
  payments: z.array(ParticipantPayment),
  refunds: z.array(StaffRefund),
  cancellation_requested: z.boolean(),
  event: EditOffer,
})
export type EditableRegistration = z.infer<typeof EditableRegistration>

const Editing = {
  path: '/organizer/events/register/:registrationId',
  access: EDITORS,
  tag: TAG,
  params: z.object({ registrationId: Id }),
  data: EditableRegistration,
} as const

export const getEditableRegistration = defineRoute({
  ...Editing,
  method: 'GET',
  summary: 'Uma inscrição, para editar',
})

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios.'
const Chosen = z.coerce.number({ error: REQUIRED }).int().positive(REQUIRED).max(MAX_ID)
const ChosenOrNull = z.preprocess((value) => (value === '' ? null : value), Chosen.nullable()).prefault(null)

export const EditRegistration = z.object({
  category_id: Chosen,
  products: z
    .array(
      z.object({
        id: Chosen,
        shirt_size_id: ChosenOrNull,
        quantity: z.literal(1, { error: VALIDATION.invalid }).default(1),
      }),
      { error: REQUIRED },
    )
    .length(1, REQUIRED),
  payment_method_id: ChosenOrNull,
  /** If sent, it must be the current status: an edit does not cancel a registration. */
  status: z.int().min(0).max(2).optional(),
  version: z.string().max(40).optional(),
  /** Accepted for older clients and ignored. */
  terms_accepted: z.array(z.unknown()).max(500).optional(),
  questionnaires: z.array(z.unknown()).max(500).optional(),
})
export type EditRegistration = z.output<typeof EditRegistration>

export const editRegistration = defineRoute({
  ...Editing,
  method: 'PUT',
  summary: 'Move uma inscrição para outra modalidade, categoria, kit, tamanho ou forma de pagamento',
  /** Older clients send terms with their texts. */
  bodyLimit: 128 * 1024,
  body: EditRegistration,
})
