import { z } from 'zod'
import { Email, GivenPassword, Instant, NewPassword, required, WAITING, WaitingEvent } from '../fields.ts'
import { defineRoute, Id } from '../route.ts'

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
  /** Present while the account must turn on the second factor before anything else. */
  must_enrol: z.literal(true).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** 256 random bits; anything else counts as absent. */
const RandomToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .nullish()
  .catch(null)
  .transform((token) => token ?? null)

/**
 * Identifies a known device. It has its own counter of failed log-ins, so that guesses elsewhere do not delay
 * the owner. It grants no access.
 */
export const DeviceToken = RandomToken

/** Made by the browser that creates an account. With the verification link it logs in there, once. */
export const SignUpSecret = RandomToken

export const LoginInput = z.object({
  email: Email('O campo é obrigatório', 'O campo precisa conter um email válido'),
  password: z
    .string({ error: 'O campo é obrigatório' })
    .min(1, 'O campo é obrigatório')
    .min(5, 'O campo precisa ter pelo menos 5 caracteres')
    .max(128, 'O campo pode ter no máximo 128 caracteres'),
  device_token: DeviceToken,
})

const PUBLIC = { access: 'public', tag: 'Conta' } as const

export const login = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/login',
  summary:
    'Entra; 403 enquanto o e-mail não foi verificado; 401 com second_factor_needed e um desafio quando falta o código',
  body: LoginInput,
  data: SessionUser.extend({ token: z.string(), device_token: z.string() }),
})

const OWN = { access: 'user', tag: 'Conta' } as const

export const logout = defineRoute({
  ...OWN,
  method: 'POST',
  path: '/logout',
  summary: 'Encerra a sessão',
  beforeSecondFactor: true,
  whileViewing: true,
})
export const getMe = defineRoute({
  ...OWN,
  method: 'GET',
  path: '/me',
  summary: 'Quem sou',
  beforeSecondFactor: true,
  data: SessionUser,
})

export const resendVerification = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/email/resend',
  summary: 'Reenvia o e-mail de verificação',
  body: z.object({ email: Email(), device_token: DeviceToken, ...WAITING }),
})

/** Opened from an e-mail. Always redirects to `/confirmacao-email`. */
export const verifyEmail = defineRoute({
  ...PUBLIC,
  method: 'GET',
  path: '/email/verify',
  status: 302,
  summary: 'Confirma o e-mail e leva a /confirmacao-email',
  query: z.object({
    token: z.string().max(200).catch(''),
    evento: WaitingEvent.catch(undefined),
    avisar: z.literal('1').optional().catch(undefined),
  }),
})

export const requestPasswordReset = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/resetPassword',
  summary: 'Envia o e-mail de recuperação de senha',
  body: z.object({
    email: Email('O campo e-mail é obrigatório.', 'O campo precisa conter um email válido'),
    device_token: DeviceToken,
  }),
})

/** Reports an invalid link before a password is typed. */
export const readResetLink = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/resetPassword/read',
  summary: 'De quem é a senha que o link recebido redefine; 400 quando ele não vale mais',
  body: z.object({ token: required('Link inválido') }),
  data: z.object({ email: z.string() }),
})

const matching = <T extends { password: string; password_confirmation: string }>(input: T) =>
  input.password === input.password_confirmation
const mismatch = { error: 'As senhas não conferem', path: ['password_confirmation'] }
const NewPasswordPair = {
  password: NewPassword(),
  password_confirmation: GivenPassword('Confirmação de senha obrigatória').meta({
    example: 'cavalo correto bateria',
  }),
}

export const ResetPasswordInput = z
  .object({ token: required('Link inválido'), ...NewPasswordPair })
  .refine(matching, mismatch)
export const resetPassword = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/resetPassword/confirm',
  summary: 'Define uma nova senha a partir do link recebido',
  body: ResetPasswordInput,
  data: z.object({ device_token: z.string() }),
})

export const ChangePasswordInput = z
  .object({ current_password: GivenPassword('Senha atual obrigatória'), ...NewPasswordPair })
  .refine(matching, mismatch)
export const changePassword = defineRoute({
  ...OWN,
  method: 'POST',
  path: '/changePassword',
  summary: 'Troca a senha e encerra as outras sessões',
  body: ChangePasswordInput,
})

/** An absent or empty password becomes null. */
export const PasswordAgain = z
  .string()
  .max(128, 'O campo pode ter no máximo 128 caracteres')
  .nullish()
  .transform((password) => password || null)

export const ChangeEmailInput = z.object({ email: Email(), password: PasswordAgain })
export const changeEmail = defineRoute({
  ...OWN,
  method: 'PUT',
  path: '/me/email',
  summary: 'Pede a troca do e-mail da conta, que vale quando o novo endereço for verificado',
  body: ChangeEmailInput,
  data: z.object({ email: z.string(), pending_email: z.string().nullable() }),
})
export const undoEmailChange = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/email/undo',
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
  ...OWN,
  method: 'GET',
  path: '/me/sessions',
  summary: 'Minhas sessões abertas',
  data: z.array(Session),
})
export const revokeOtherSessions = defineRoute({
  ...OWN,
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'Encerra todas as minhas sessões, menos esta',
})
export const revokeSession = defineRoute({
  ...OWN,
  method: 'DELETE',
  path: '/me/sessions/:id',
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
  ...OWN,
  method: 'GET',
  path: '/me/activity',
  summary:
    'As minhas entradas, e as tentativas que ficaram sem código ou foram recusadas, as últimas primeiro',
  data: z.array(Activity),
})
