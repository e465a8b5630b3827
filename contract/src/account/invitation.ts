import { z } from 'zod'
import { required } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { RegisterAccountInput } from './account.ts'
import { ROLES } from './choose-role.ts'

const Token = z.object({ token: required('Link inválido') })

export const Invitation = z.object({
  role: z.enum(ROLES),
  /** Null for an invitation to work for the platform. */
  company: z.string().nullable(),
  /** 0 organizer, 1 realizador; null for other roles. */
  type: z.int().nullable(),
})
export type Invitation = z.infer<typeof Invitation>

const OWN = { access: 'user', tag: 'Conta' } as const

/** The secret is sent in the body, so that it is in no log. */
export const readInvitation = defineRoute({
  ...OWN,
  method: 'POST',
  path: '/me/invitations/read',
  summary: 'O convite para mais um papel na própria conta, a partir do link recebido',
  body: Token,
  data: Invitation,
})
export const acceptInvitation = defineRoute({
  ...OWN,
  method: 'POST',
  path: '/me/invitations/accept',
  summary: 'Aceita o convite: a conta ganha o papel, e as outras sessões são encerradas',
  body: Token,
  data: z.object({ role: z.enum(ROLES) }),
})

export const BecomeRunnerInput = RegisterAccountInput.omit({
  name: true,
  email: true,
  password: true,
  image: true,
  type: true,
  waiting_event: true,
  waiting_alert: true,
  sign_up_secret: true,
})
export type BecomeRunnerInput = z.output<typeof BecomeRunnerInput>
export const becomeRunner = defineRoute({
  ...OWN,
  method: 'POST',
  path: '/me/runner',
  status: 201,
  summary: 'Faz da própria conta também a de um participante',
  body: BecomeRunnerInput,
})
