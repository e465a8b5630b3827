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
  required,
  Sex,
} from './fields.ts'
import { defineRoute, Id } from './route.ts'

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  organizer: z.object({ id: z.int(), type: z.int(), fantasy_name: z.string() }).nullable(),
})
export type User = z.infer<typeof User>

export const SessionUser = z.object({
  user: User,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** There while the account has to turn the second factor on before anything else. */
  must_enrol: z.literal(true).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

/**
 * What a browser keeps since somebody logged in with it: whoever guesses at the account from elsewhere does not keep it
 * waiting. Opens nothing by itself; one that makes no sense counts as none.
 */
export const DeviceToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .nullish()
  .catch(null)
  .transform((token) => token ?? null)

export const LoginInput = z.object({
  email: Email('O campo é obrigatório', 'O campo precisa conter um email válido'),
  password: z
    .string({ error: 'O campo é obrigatório' })
    .min(1, 'O campo é obrigatório')
    .min(5, 'O campo precisa ter pelo menos 5 caracteres')
    .max(128, 'O campo pode ter no máximo 128 caracteres'),
  device_token: DeviceToken,
})

export const login = defineRoute({
  method: 'POST',
  path: '/login',
  access: 'public',
  tag: 'Conta',
  summary:
    'Entra; 403 enquanto o e-mail não foi verificado; 401 com second_factor_needed e um desafio quando falta o código',
  body: LoginInput,
  data: SessionUser.extend({ token: z.string(), device_token: z.string() }),
})

export const logout = defineRoute({
  method: 'POST',
  path: '/logout',
  access: 'user',
  tag: 'Conta',
  summary: 'Encerra a sessão',
  beforeSecondFactor: true,
})
export const getMe = defineRoute({
  method: 'GET',
  path: '/me',
  access: 'user',
  tag: 'Conta',
  summary: 'Quem sou',
  beforeSecondFactor: true,
  data: SessionUser,
})

/** The data URL of an image or PDF; its content, not its label, decides what it is. One of more than 10 MB answers 413. */
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
})
export type RegisterAccountInput = z.input<typeof RegisterAccountInput>

export const registerAccount = defineRoute({
  method: 'POST',
  path: '/register',
  access: 'public',
  tag: 'Conta',
  status: 201,
  summary: 'Cria a conta de um participante e envia o e-mail de verificação',
  carriesFiles: true,
  body: RegisterAccountInput,
  data: z.object({ id: z.int(), name: z.string(), email: z.string() }),
})

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/email/resend',
  access: 'public',
  tag: 'Conta',
  summary: 'Reenvia o e-mail de verificação',
  body: z.object({ email: Email(), device_token: DeviceToken }),
})

/** Followed from the e-mail by people: it answers by redirecting to `/confirmacao-email`, whatever comes in. */
export const verifyEmail = defineRoute({
  method: 'GET',
  path: '/email/verify',
  status: 302,
  access: 'public',
  tag: 'Conta',
  summary: 'Confirma o e-mail e leva a /confirmacao-email',
  query: z.object({ token: z.string().max(200).catch('') }),
})

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/resetPassword',
  access: 'public',
  tag: 'Conta',
  summary: 'Envia o e-mail de recuperação de senha',
  body: z.object({
    email: Email('O campo e-mail é obrigatório.', 'O campo precisa conter um email válido'),
    device_token: DeviceToken,
  }),
})

const matching = <T extends { password: string; password_confirmation: string }>(input: T) =>
  input.password === input.password_confirmation
const mismatch = { error: 'As senhas não conferem', path: ['password_confirmation'] }
const NewPasswordPair = {
  password: NewPassword(),
  password_confirmation: GivenPassword('Confirmação de senha obrigatória'),
}

export const ResetPasswordInput = z
  .object({ token: required('Link inválido'), ...NewPasswordPair })
  .refine(matching, mismatch)
export const resetPassword = defineRoute({
  method: 'POST',
  path: '/resetPassword/confirm',
  access: 'public',
  tag: 'Conta',
  summary: 'Define uma nova senha a partir do link recebido',
  body: ResetPasswordInput,
  data: z.object({ device_token: z.string() }),
})

export const ChangePasswordInput = z
  .object({ current_password: GivenPassword('Senha atual obrigatória'), ...NewPasswordPair })
  .refine(matching, mismatch)
export const changePassword = defineRoute({
  method: 'POST',
  path: '/changePassword',
  access: 'user',
  tag: 'Conta',
  summary: 'Troca a senha e encerra as outras sessões',
  body: ChangePasswordInput,
})

/** The password as it is asked again of somebody signed in; null when it was not sent. */
const PasswordAgain = z
  .string()
  .max(128, 'O campo pode ter no máximo 128 caracteres')
  .nullish()
  .transform((password) => password || null)

export const ChangeEmailInput = z.object({ email: Email(), password: PasswordAgain })
export const changeEmail = defineRoute({
  method: 'PUT',
  path: '/me/email',
  access: 'user',
  tag: 'Conta',
  summary: 'Pede a troca do e-mail da conta, que vale quando o novo endereço for verificado',
  body: ChangeEmailInput,
  data: z.object({ email: z.string(), pending_email: z.string().nullable() }),
})
export const undoEmailChange = defineRoute({
  method: 'POST',
  path: '/email/undo',
  access: 'public',
  tag: 'Conta',
  summary: 'Desfaz a troca de e-mail a partir do link enviado ao endereço de antes, e leva a uma nova senha',
  body: z.object({ token: required('Link inválido') }),
  data: z.object({ reset_token: z.string() }),
})

export const Session = z.object({
  id: z.int(),
  created_at: Instant,
  last_used_at: Instant,
  user_agent: z.string().nullable(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
export const listSessions = defineRoute({
  method: 'GET',
  path: '/me/sessions',
  access: 'user',
  tag: 'Conta',
  summary: 'Minhas sessões abertas',
  data: z.array(Session),
})
export const revokeOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/me/sessions',
  access: 'user',
  tag: 'Conta',
  summary: 'Encerra todas as minhas sessões, menos esta',
})
export const revokeSession = defineRoute({
  method: 'DELETE',
  path: '/me/sessions/:id',
  access: 'user',
  tag: 'Conta',
  summary: 'Encerra uma sessão',
  params: z.object({ id: Id }),
})

export const Activity = z.object({
  at: Instant,
  kind: z.string(),
  ip: z.string().nullable(),
  times: z.int(),
})
export type Activity = z.infer<typeof Activity>
export const listActivity = defineRoute({
  method: 'GET',
  path: '/me/activity',
  access: 'user',
  tag: 'Conta',
  summary:
    'As minhas entradas, e as tentativas que ficaram sem código ou foram recusadas, as últimas primeiro',
  data: z.array(Activity),
})

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Waits to be verified; until then `email` is the account's. */
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
/** Multipart with the field `image`; images only, judged by content and re-encoded. */
export const uploadImage = defineRoute({
  method: 'POST',
  path: '/participant/:id/image',
  access: 'user',
  tag: 'Conta',
  summary: 'Troca a foto do participante',
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
/** A file to keep: the answer is the document itself, without the envelope. */
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
