import { z } from 'zod'
import { BrazilianDate, Instant, QuestionKind, required, type Sex } from './fields.ts'
import { HistoryEntry } from './organizer-event.ts'
import { CancellableByStaff, Described, EDITORS, ParticipantPayment, TAG, VIEWERS } from './participants.ts'
import { PersonFields } from './person.ts'
import { StaffRefund } from './refund.ts'
import { PriceLine } from './registration.ts'
import { defineRoute, Id, IdParams } from './route.ts'

const PanelPayment = z.object({
  ...ParticipantPayment.shape,
  id: z.int(),
  created_at: Instant,
  due_date: BrazilianDate.nullable(),
  /** It can still be paid by its link. */
  is_open: z.boolean(),
})

const RegistrationNote = z.object({
  id: z.int(),
  text: z.string(),
  /** Null when the account no longer exists. */
  author: z.string().nullable(),
  created_at: Instant,
})

/** Everything that whoever sees participants may know of one registration. */
export const RegistrationPanel = z.object({
  ...Described,
  person: z.object({
    birth_date: BrazilianDate,
    sex: z.int() as z.ZodType<z.infer<typeof Sex>>,
    /** Of the account that owns the CPF; null where there is none or it names nobody. */
    emergency_contact: z.string().nullable(),
    emergency_contact_phone: z.string().nullable(),
    /** Of an additional participant, where the buyer gave it. */
    email: z.string().nullable(),
  }),
  /** Who registered them and is written to. */
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  category: z.object({ name: z.string(), modality: z.string() }),
  event: z.object({ id: z.int(), title: z.string() }),
  lines: z.array(PriceLine),
  coupon: z.string().nullable(),
  payments: z.array(PanelPayment),
  refunds: z.array(StaffRefund),
  answers: z.array(
    z.object({
      id: z.int(),
      question: z.string(),
      accepted: z.boolean(),
      /** Of a question that is not answered with yes or no. */
      value: z.string().nullable(),
      kind: QuestionKind,
      options: z.array(z.string()),
      has_file: z.boolean(),
    }),
  ),
  terms: z.array(z.object({ id: z.int(), name: z.string(), version: z.int(), accepted_at: Instant })),
  notes: z.array(RegistrationNote),
  /** The latest first. */
  history: z.array(HistoryEntry.omit({ id: true, registration_id: true })),
  ...CancellableByStaff,
  cancellation_requested: z.boolean(),
})
export type RegistrationPanel = z.infer<typeof RegistrationPanel>

export const getRegistrationPanel = defineRoute({
  method: 'GET',
  path: '/organizer/registrations/:id',
  access: VIEWERS,
  tag: TAG,
  summary: 'Tudo o que se sabe de uma inscrição',
  params: IdParams,
  data: RegistrationPanel,
})

export const CorrectPerson = z.object({
  name: PersonFields.name,
  birth_date: PersonFields.birth_date,
  sex: PersonFields.sex,
  /** Kept in the history and told to whoever registered them. */
  reason: required('Escreva o motivo da correção.', 300),
})
export type CorrectPerson = z.output<typeof CorrectPerson>

export const correctPerson = defineRoute({
  method: 'PUT',
  path: '/organizer/registrations/:id/person',
  access: EDITORS,
  tag: TAG,
  summary: 'Corrige nome, data de nascimento ou sexo de quem está inscrito',
  params: IdParams,
  body: CorrectPerson,
  data: RegistrationPanel,
})

export const CorrectAnswer = z.object({
  /** Of a question of yes or no. */
  accepted: z.boolean().optional(),
  /** Of any other question. */
  value: z.string().trim().max(2_000).nullish(),
  /** Kept in the history. */
  reason: required('Escreva o motivo da correção.', 300),
})
export type CorrectAnswer = z.output<typeof CorrectAnswer>

export const correctAnswer = defineRoute({
  method: 'PUT',
  path: '/organizer/registrations/:id/answers/:questionnaireId',
  access: EDITORS,
  tag: TAG,
  summary: 'Corrige a resposta a uma pergunta da organização',
  params: IdParams.extend({ questionnaireId: Id }),
  body: CorrectAnswer,
  data: RegistrationPanel,
})

export const addRegistrationNote = defineRoute({
  method: 'POST',
  path: '/organizer/registrations/:id/notes',
  access: EDITORS,
  tag: TAG,
  summary: 'Guarda uma anotação da equipe numa inscrição',
  params: IdParams,
  body: z.object({ text: required('Escreva a anotação.', 2_000) }),
  status: 201,
  data: RegistrationPanel,
})

export const resendRegistrationMail = defineRoute({
  method: 'POST',
  path: '/organizer/registrations/:id/resend',
  access: EDITORS,
  tag: TAG,
  summary: 'Envia de novo o link de pagamento, ou a confirmação quando não há o que pagar',
  params: IdParams,
})
