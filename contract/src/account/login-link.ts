import { z } from 'zod'
import { Email, required, WAITING } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { DeviceToken, login, SignUpSecret } from './session.ts'

const PUBLIC = { access: 'public', tag: 'Conta' } as const
const LinkToken = required('Link inválido', 200)

/** The page behind a verification link, once that has verified the address. */
export const loginVerified = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/login/verified',
  summary:
    'Entra com o link de verificação no navegador que criou a conta; em outro, só diz de quem é o link',
  body: z.object({
    token: LinkToken,
    sign_up_secret: SignUpSecret,
    device_token: DeviceToken,
  }),
  data: z.object({ email: z.string(), session: login.data.nullable() }),
})

export const requestLoginLink = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/login/link',
  summary: 'Envia um link que entra na conta, se houver uma; a resposta é sempre a mesma',
  body: z.object({ email: Email(), device_token: DeviceToken, ...WAITING }),
})

/** Tells whose account the link opens, before it is used. */
export const readLoginLink = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/login/link/read',
  summary: 'De quem é a conta em que o link entra; 400 quando ele não vale mais',
  body: z.object({ token: LinkToken }),
  data: z.object({ email: z.string() }),
})

export const loginWithLink = defineRoute({
  ...PUBLIC,
  method: 'POST',
  path: '/login/link/confirm',
  summary:
    'Entra com o link recebido, que vale uma vez; 401 com second_factor_needed e um desafio quando falta o código',
  body: z.object({ token: LinkToken, device_token: DeviceToken }),
  data: login.data,
})
