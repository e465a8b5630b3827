import { z } from 'zod'
import { PublicQuestion } from '../event/question.ts'
import { TermKind, TermVersion } from '../event/term-kind.ts'
import { BrazilianDate, Cpf, DateInput, Instant } from '../fields.ts'
import { GivenAnswer } from '../registration/given-answer.ts'
import { PersonFields } from '../registration/person.ts'
import { defineRoute, Id, IdParams } from '../route.ts'

/** Identifies who opens the link: only its participant knows CPF and birth date. Sent with every request. */
export const Identification = z.object({
  token: z.string().min(1).max(200),
  cpf: Cpf('Digite o seu CPF.'),
  birth_date: DateInput('Digite a sua data de nascimento.'),
})
export type Identification = z.output<typeof Identification>

const BY_LINK = { access: 'public', tag: 'Inscrições' } as const

export const Confirmation = z.object({
  event: z.object({
    title: z.string(),
    slug: z.string(),
    date_event: BrazilianDate,
    start_time: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  }),
  /** The first name of the account that made the registration. */
  buyer: z.string(),
  person: z.object({ name: z.string(), phone: z.string(), email: z.string().nullable() }),
  choice: z.object({
    modality: z.string(),
    category: z.string(),
    kit: z.string(),
    shirt_size: z.string().nullable(),
    modality_id: z.int(),
    category_id: z.int(),
    product_id: z.int(),
  }),
  terms: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ...TermVersion,
      description: z.string(),
      kind: TermKind,
      /** The participant has accepted this version before. */
      accepted: z.boolean(),
    }),
  ),
  /** The questions of all choices; `applicableQuestions` selects those to ask. */
  questions: z.array(
    PublicQuestion.extend({
      /** The stored answer. */
      answer: z
        .object({ accepted: z.boolean(), value: z.string().nullable(), has_file: z.boolean() })
        .nullable(),
    }),
  ),
  /** The document that proves the claimed discount, in words; null: none is awaited. */
  proof: z.object({ right: z.string(), document: z.string(), due_on: BrazilianDate.nullable() }).nullable(),
  /** Null: not yet. */
  confirmed_at: Instant.nullable(),
  /** An account with this CPF exists. */
  has_account: z.boolean(),
})
export type Confirmation = z.infer<typeof Confirmation>

/** Throws 400 `token_invalid`, 409 for a cancelled registration, 422 for another person. */
export const readConfirmation = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/confirmation/read',
  summary: 'O que há para confirmar numa inscrição feita por outra pessoa, pelo link e com CPF e nascimento',
  body: Identification,
  data: Confirmation,
})

export const ConfirmInput = Identification.extend({
  name: PersonFields.name,
  phone: PersonFields.phone,
  email: PersonFields.email,
  /**
   * The accepted terms in the versions that the page showed. Consents that are absent are not given, or
   * revoked.
   */
  terms: z.array(z.object({ id: Id, version: z.int().min(1) })).max(100),
  answers: z.array(GivenAnswer).max(100).default([]),
  /** The path returned by `uploadConfirmationFile`. */
  proof: z.string().max(120).nullish(),
})
export type ConfirmInput = z.input<typeof ConfirmInput>

export const confirmParticipation = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/confirmation',
  /** Fits fifty answers of prose. */
  bodyLimit: 128 * 1024,
  summary:
    'Confirma os próprios dados, termos, autorizações e respostas de uma inscrição feita por outra pessoa',
  body: ConfirmInput,
})

/** Stores an image or PDF of up to 10 MB in private storage, for an answer or as a proof. */
export const uploadConfirmationFile = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/confirmation/files',
  status: 201,
  uploads: 'file',
  summary: 'Guarda o anexo de quem confirma a própria inscrição e responde o seu caminho',
  body: Identification,
  data: z.object({ path: z.string() }),
})

export const Invitation = z.object({
  /** Each call makes another link; those before stay valid. */
  link: z.string(),
  /** A text to share, with the link. */
  text: z.string(),
  expires_at: Instant,
})

export const inviteParticipant = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/invitation',
  access: 'user',
  tag: 'Inscrições',
  status: 201,
  summary: 'Um link para quem eu inscrevi confirmar os próprios dados, e um texto para enviá-lo',
  params: IdParams,
  data: Invitation,
})
