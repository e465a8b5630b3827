import { z } from 'zod'
import { Address, AddressInput } from '../city/city.ts'
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
  WAITING,
} from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { PasswordAgain, SignUpSecret } from './session.ts'

/** The type is detected from the content. A file over 10 MB is refused with 413. */
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
  /** The verification link leads to it. */
  ...WAITING,
  sign_up_secret: SignUpSecret,
})
export type RegisterAccountInput = z.input<typeof RegisterAccountInput>

export const registerAccount = defineRoute({
  method: 'POST',
  path: '/register',
  access: 'public',
  tag: 'Conta',
  status: 201,
  summary: 'Cria a conta de um participante e envia o e-mail de verificação',
  /** Fits a small picture as a data URL. Larger ones are sent as a multipart form. */
  bodyLimit: 64 * 1024,
  uploads: 'image',
  body: RegisterAccountInput,
  data: z.object({ id: z.int(), name: z.string(), email: z.string() }),
})

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Replaces `email` once it is verified. */
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

const PROFILE = { access: 'user', tag: 'Conta', params: IdParams } as const

export const getProfile = defineRoute({
  ...PROFILE,
  method: 'GET',
  path: '/participant/:id/profile',
  summary: 'O perfil do participante',
  data: Profile,
})
export const updateProfile = defineRoute({
  ...PROFILE,
  method: 'PUT',
  path: '/participant/:id/profile',
  summary: 'Salva o perfil; um e-mail novo pede a senha e vale quando for verificado',
  body: ProfileInput,
  data: Profile.extend({ email_changed: z.boolean() }),
})

const Image = z.object({ image: z.string().nullable() })
export const getImage = defineRoute({
  ...PROFILE,
  method: 'GET',
  path: '/participant/:id/image',
  summary: 'A foto do participante',
  data: Image,
  extra: Image,
})
/** The server detects the type from the content and encodes the image again. */
export const uploadImage = defineRoute({
  ...PROFILE,
  method: 'POST',
  path: '/participant/:id/image',
  summary: 'Troca a foto do participante',
  uploads: 'image',
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
const PRIVACY = { access: 'user', tag: 'Privacidade' } as const

export const listConsents = defineRoute({
  ...PRIVACY,
  method: 'GET',
  path: '/me/consents',
  summary: 'Os meus consentimentos',
  data: z.array(Consent),
})
export const updateConsents = defineRoute({
  ...PRIVACY,
  method: 'PUT',
  path: '/me/consents',
  summary: 'Concede ou revoga os consentimentos de comunicação',
  body: z.object({ receive_promotions: z.boolean(), receive_event_updates: z.boolean() }),
  data: z.array(Consent),
})
/** Returns the document itself, without the JSON envelope. */
export const exportMyData = defineRoute({
  ...PRIVACY,
  method: 'GET',
  path: '/me/export',
  sends: ['application/json'],
  summary: 'Baixa tudo o que guardamos sobre mim, como arquivo JSON',
})
export const deleteAccount = defineRoute({
  ...PRIVACY,
  method: 'DELETE',
  path: '/me',
  summary: 'Exclui a conta: os dados pessoais são anonimizados, os registros de pagamento ficam',
  body: z.object({ password: GivenPassword() }),
})
