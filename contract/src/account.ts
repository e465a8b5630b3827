import { z } from 'zod'
import { Address, AddressInput } from './city.ts'
import {
  BrazilianDate,
  Cpf,
  DateInput,
  Email,
  GivenPassword,
  Instant,
  Name,
  NewPassword,
  optionalText,
  Phone,
  Sex,
  WaitingEvent,
} from './fields.ts'
import { defineRoute, Id } from './route.ts'
import { PasswordAgain } from './session.ts'

/** The data URL of an image or PDF, detected by content. More than 10 MB answers 413. */
export const FileInput = z
  .string()
  .regex(/^data:[\w.+-]+\/[\w.+-]+;base64,/, 'Arquivo inválido')
  .nullish()
  .transform((value) => value ?? null)

export const RegisterAccountInput = z.object({
  name: Name('Nome obrigatório'),
  email: Email(),
  birth_date: DateInput('Data de nascimento obrigatória'),
  password: NewPassword(),
  sex: Sex,
  rg: optionalText(20),
  cpf: Cpf(),
  phone: Phone(),
  emergency_contact: Name('Contato de emergência obrigatório'),
  emergency_contact_phone: Phone('Telefone de emergência obrigatório'),
  receive_promotions: z.boolean().default(false),
  receive_event_updates: z.boolean().default(false),
  accept_terms: z.literal(true, { error: 'Aceite os termos obrigatório' }),
  image: FileInput,
  type: z.literal(0).default(0),
  address: AddressInput,
  /** The verification link leads back to its registration. */
  waiting_event: WaitingEvent,
})
export type RegisterAccountInput = z.input<typeof RegisterAccountInput>

export const registerAccount = defineRoute({
  method: 'POST',
  path: '/register',
  access: 'public',
  tag: 'Conta',
  status: 201,
  summary: 'Cria a conta de um participante e envia o e-mail de verificação',
  /** Fits a small picture as a data URL; a larger one goes by the form. */
  bodyLimit: 64 * 1024,
  uploads: 'image',
  body: RegisterAccountInput,
  data: z.object({ id: z.int(), name: z.string(), email: z.string() }),
})

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Not yet verified; until then `email` remains the account's. */
  pending_email: z.string().nullable(),
  phone: z.string().nullable(),
  cpf: z.string().nullable(),
  rg: z.string().nullable(),
  birth_date: BrazilianDate.nullable(),
  sex: z.int().nullable(),
  emergency_contact: z.string().nullable(),
  emergency_contact_phone: z.string().nullable(),
  image: z.string().nullable(),
  address: Address.nullable(),
})
export type Profile = z.infer<typeof Profile>

export const ProfileInput = RegisterAccountInput.pick({
  name: true,
  email: true,
  phone: true,
  rg: true,
  birth_date: true,
  sex: true,
  emergency_contact: true,
  emergency_contact_phone: true,
  address: true,
}).extend({ password: PasswordAgain })

export const getProfile = defineRoute({
  method: 'GET',
  path: '/participant/:id/profile',
  access: 'user',
  tag: 'Conta',
  summary: 'O perfil do participante',
  params: z.object({ id: Id }),
  data: Profile,
})
export const updateProfile = defineRoute({
  method: 'PUT',
  path: '/participant/:id/profile',
  access: 'user',
  tag: 'Conta',
  summary: 'Salva o perfil; um e-mail novo pede a senha e vale quando for verificado',
  params: z.object({ id: Id }),
  body: ProfileInput,
  data: Profile.extend({ email_changed: z.boolean() }),
})

const Image = z.object({ image: z.string().nullable() })
export const getImage = defineRoute({
  method: 'GET',
  path: '/participant/:id/image',
  access: 'user',
  tag: 'Conta',
  summary: 'A foto do participante',
  params: z.object({ id: Id }),
  data: Image,
  extra: Image,
})
/** An image, detected by content and re-encoded. */
export const uploadImage = defineRoute({
  method: 'POST',
  path: '/participant/:id/image',
  access: 'user',
  tag: 'Conta',
  summary: 'Troca a foto do participante',
  uploads: 'image',
  params: z.object({ id: Id }),
  data: Image,
})

export const CONSENT_KINDS = ['terms', 'promotions', 'event_updates'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]
export const Consent = z.object({
  kind: z.enum(CONSENT_KINDS),
  version: z.string(),
  granted: z.boolean(),
  at: Instant,
})
export type Consent = z.infer<typeof Consent>
export const listConsents = defineRoute({
  method: 'GET',
  path: '/me/consents',
  access: 'user',
  tag: 'Privacidade',
  summary: 'Os meus consentimentos',
  data: z.array(Consent),
})
export const updateConsents = defineRoute({
  method: 'PUT',
  path: '/me/consents',
  access: 'user',
  tag: 'Privacidade',
  summary: 'Concede ou revoga os consentimentos de comunicação',
  body: z.object({ receive_promotions: z.boolean(), receive_event_updates: z.boolean() }),
  data: z.array(Consent),
})
/** Answers the document itself, without the envelope. */
export const exportMyData = defineRoute({
  method: 'GET',
  path: '/me/export',
  sends: ['application/json'],
  access: 'user',
  tag: 'Privacidade',
  summary: 'Baixa tudo o que guardamos sobre mim, como arquivo JSON',
})
export const deleteAccount = defineRoute({
  method: 'DELETE',
  path: '/me',
  access: 'user',
  tag: 'Privacidade',
  summary: 'Exclui a conta: os dados pessoais são anonimizados, os registros de pagamento ficam',
  body: z.object({ password: GivenPassword() }),
})
