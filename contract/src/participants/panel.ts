import { z } from 'zod'
import { TermKind, TermVersion } from '../event/term-kind.ts'
import { HistoryEntry } from '../event-management/event-history.ts'
import {
  Asked,
  BrazilianDate,
  Email,
  Instant,
  optionalText,
  QuestionKind,
  required,
  type Sex,
} from '../fields.ts'
import { StaffRefund } from '../payment/refund.ts'
import { Invitation } from '../people/confirmation.ts'
import { PriceLine } from '../pricing/price-line.ts'
import { RegistrationChanges } from '../registration/change.ts'
import { ConfirmationState } from '../registration/confirmation-state.ts'
import { GuardianState, Signer } from '../registration/minors.ts'
import { CorrectableFields } from '../registration/person.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { CancellableByStaff, CHANGE, Described, ParticipantPayment, TAG, VIEWERS } from './participants.ts'
import { RightClaim } from './right-claim.ts'

const PanelPayment = z.object({
  ...ParticipantPayment.shape,
  id: z.int(),
  created_at: Instant,
  due_date: BrazilianDate.nullable(),
  is_open: z.boolean(),
})

const RegistrationNote = z.object({
  id: z.int(),
  text: z.string(),
  /** Null when the account no longer exists. */
  author: z.string().nullable(),
  created_at: Instant,
})

export const RegistrationRecord = z.object({
  ...Described,
  person: z.object({
    birth_date: BrazilianDate,
    sex: z.int() as z.ZodType<z.infer<typeof Sex>>,
    /** From the account that owns the CPF, if there is one. */
    emergency_contact: z.string().nullable(),
    emergency_contact_phone: z.string().nullable(),
    /** The e-mail of an additional participant, if the buyer gave one. */
    email: z.string().nullable(),
  }),
  /** Null for the buyer's own registration, which needs none. */
  confirmation: ConfirmationState.nullable(),
  /** The signatures for a minor; null: the participant is of age. */
  guardian: GuardianState.nullable(),
  /** The account that made the registration and receives its e-mails. */
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  category: z.object({ name: z.string(), modality: z.string() }),
  event: z.object({ id: z.int(), title: z.string() }),
  price_lines: z.array(PriceLine),
  ...RegistrationChanges,
  /** Why the runner deferred it. */
  deferral_reason: z.string().nullable(),
  /** Its event has transfers. */
  has_transfers: z.boolean(),
  /** Its runner returned the place to be sold; `bought_by`: the registration that paid for it. */
  place_return: z.object({ bought_by: z.int().nullable() }).nullable(),
  coupon: z.string().nullable(),
  payments: z.array(PanelPayment),
  refunds: z.array(StaffRefund),
  answers: z.array(
    z.object({
      id: z.int(),
      question: z.string(),
      accepted: z.boolean(),
      /** The answer to a question that is not a yes/no question. */
      value: z.string().nullable(),
      kind: QuestionKind,
      options: z.array(z.string()),
      has_file: z.boolean(),
    }),
  ),
  /** Questions asked after registering that apply and have no answer yet. */
  unanswered: z.array(
    z.object({
      id: z.int(),
      question: z.string(),
      kind: QuestionKind,
      options: z.array(z.string()),
      asked: Asked,
    }),
  ),
  terms: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ...TermVersion,
      kind: TermKind,
      accepted_at: Instant,
      /** False: the buyer accepted it on the participant's behalf. */
      by_participant: z.boolean(),
      revoked_at: Instant.nullable(),
    }),
  ),
  /** Latest first. */
  rights: z.array(RightClaim),
  /** The event's rules that staff may grant. */
  grantable_rights: z.array(z.object({ id: z.int(), name: z.string() })),
  notes: z.array(RegistrationNote),
  /** Latest first. */
  history: z.array(HistoryEntry.omit({ id: true, registration_id: true })),
  ...CancellableByStaff,
  cancellation_requested: z.boolean(),
})
export type RegistrationRecord = z.infer<typeof RegistrationRecord>

export const getRegistrationRecord = defineRoute({
  method: 'GET',
  path: '/organizer/registrations/:id',
  access: VIEWERS,
  tag: TAG,
  summary: 'Tudo o que se sabe de uma inscrição',
  params: IdParams,
  data: RegistrationRecord,
})

export const CorrectPerson = z.object({
  ...CorrectableFields,
  /** Stored in the history and sent to the buyer. */
  reason: required('Escreva o motivo da correção.', 300),
})
export type CorrectPerson = z.output<typeof CorrectPerson>

export const correctPerson = defineRoute({
  ...CHANGE,
  method: 'PUT',
  path: '/organizer/registrations/:id/person',
  summary: 'Corrige dados de quem está inscrito',
  body: CorrectPerson,
  data: RegistrationRecord,
})

export const CorrectAnswer = z.object({
  /** The answer to a yes/no question. */
  accepted: z.boolean().optional(),
  /** The answer to any other question. */
  value: z.string().trim().max(2_000).nullish(),
  /** Required unless it is the first answer. */
  reason: optionalText(300),
})
export type CorrectAnswer = z.output<typeof CorrectAnswer>

export const correctAnswer = defineRoute({
  ...CHANGE,
  method: 'PUT',
  path: '/organizer/registrations/:id/answers/:questionnaireId',
  summary: 'Corrige a resposta a uma pergunta da organização, ou guarda a primeira',
  params: IdParams.extend({ questionnaireId: Id }),
  body: CorrectAnswer,
  data: RegistrationRecord,
})

export const addRegistrationNote = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/notes',
  summary: 'Guarda uma anotação da equipe numa inscrição',
  body: z.object({ text: required('Escreva a anotação.', 2_000) }),
  status: 201,
  data: RegistrationRecord,
})

export const inviteParticipantAsStaff = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/invitation',
  status: 201,
  summary: 'Um link para um participante confirmar os próprios dados, e um texto para enviá-lo',
  data: Invitation,
})

/** Null: the link was sent to the address. Throws 409 when the registration cannot be transferred. */
export const inviteToTransferAsStaff = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/transfer',
  status: 201,
  summary: 'Um link para outra pessoa receber uma inscrição, ou o envio dele por e-mail',
  body: z.object({ email: Email().nullable().default(null) }),
  data: Invitation.nullable(),
})

export const inviteSignerAsStaff = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/guardian/invitation',
  status: 201,
  summary: 'Um link para quem falta assinar por um participante menor de idade, e um texto para enviá-lo',
  body: z.object({ role: Signer }),
  data: Invitation,
})

export const resendRegistrationMail = defineRoute({
  ...CHANGE,
  method: 'POST',
  path: '/organizer/registrations/:id/resend',
  summary: 'Envia de novo o link de pagamento, ou a confirmação quando não há o que pagar',
})
