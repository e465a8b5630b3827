import { z } from 'zod'
import { TermVersion } from '../event/term-kind.ts'
import { Cpf, DateInput, Email, Instant, Name } from '../fields.ts'
import { Relationship, Signer } from '../registration/minors.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { Identification, Invitation } from './confirmation.ts'

const BY_LINK = { access: 'public', tag: 'Inscrições' } as const
const MINE = { access: 'user', tag: 'Inscrições', params: IdParams } as const

/** What is signed for a minor, by the signer of the link or by the account that made the registration. */
export const Authorization = z.object({
  role: Signer,
  /** The data of the account that signs as the guardian; null: the form asks for them. */
  guardian: z.object({ name: z.string(), cpf: z.string(), email: z.string() }).nullable(),
  event: z.object({ title: z.string(), slug: z.string(), race_day: z.iso.date(), start_time: z.string() }),
  modality: z.string(),
  minor: z.object({ name: z.string(), cpf: z.string(), birth_date: z.iso.date() }),
  due_at: Instant,
  /** Optional; the guardian's choice replaces those given before. Empty for the participant. */
  consents: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ...TermVersion,
      description: z.string(),
      accepted: z.boolean(),
    }),
  ),
})
export type Authorization = z.infer<typeof Authorization>

/** Throws 400 `token_invalid`, 409 when there is nothing to sign any more, 422 for another person. */
export const readAuthorization = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/guardian/read',
  summary: 'O que um responsável ou um participante menor de idade assina, pelo link e com CPF e nascimento',
  body: Identification,
  data: Authorization,
})

const Signed = {
  /** The text that was shown; a conflict if it has changed. */
  text: z.string().max(4_000),
  consents: z
    .array(z.object({ id: Id, version: z.int().min(1) }))
    .max(100)
    .default([]),
}

export const GuardianFields = {
  name: Name('Digite o seu nome completo.'),
  cpf: Cpf('Digite o seu CPF.'),
  birth_date: DateInput('Digite a sua data de nascimento.'),
  relationship: Relationship,
  email: Email('Digite o e-mail que recebe o comprovante.'),
}

export const SignInput = Identification.extend({
  ...Signed,
  /** Required from the guardian. Errors: `guardian.cpf`. */
  guardian: z.object(GuardianFields).nullish(),
})
export type SignInput = z.output<typeof SignInput>

export const signAuthorization = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/guardian',
  summary: 'Assina a autorização de um participante menor de idade, pelo link',
  body: SignInput,
})

/** Cancels the registration and refunds everything. */
export const refuseAuthorization = defineRoute({
  ...BY_LINK,
  method: 'POST',
  path: '/registrations/guardian/refuse',
  summary: 'Não autoriza um participante menor de idade, pelo link: cancela e devolve tudo',
  body: Identification,
})

/** Throws 404 unless the caller made the registration, 409 when the caller has nothing to sign. */
export const readMyAuthorization = defineRoute({
  ...MINE,
  method: 'GET',
  path: '/participant/registrations/:id/guardian',
  summary: 'O que eu assino numa inscrição minha de um menor de idade: como responsável, ou por mim',
  data: Authorization,
})

export const signMyAuthorization = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/registrations/:id/guardian',
  summary: 'Assina, com a minha conta, a autorização numa inscrição minha',
  body: z.object({
    ...Signed,
    /** Required from the guardian. */
    guardian: z.object({ relationship: Relationship }).nullish(),
  }),
})

export const inviteSigner = defineRoute({
  ...MINE,
  method: 'POST',
  path: '/participant/registrations/:id/guardian/invitation',
  status: 201,
  summary: 'Um link para quem falta assinar, e um texto para enviá-lo; com e-mail, também o envia',
  body: z.object({
    role: Signer,
    /** The address of the guardian. */
    email: z
      .union([z.literal('').transform(() => null), Email()])
      .nullish()
      .transform((email) => email ?? null),
  }),
  data: Invitation,
})
