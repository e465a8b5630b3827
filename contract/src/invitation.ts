import { z } from 'zod'
import { RegisterAccountInput } from './account.ts'
import { ROLES } from './choose-role.ts'
import { required } from './fields.ts'
import { defineRoute } from './route.ts'

const Token = z.object({ token: required('Link inválido') })

export const Invitation = z.object({
  role: z.enum(ROLES),
  /** The organizer or enterprise one is to work for; null: the platform. */
  company: z.string().nullable(),
  /** 0 organizer, 1 realizador; null for other roles. */
  type: z.int().nullable(),
})
export type Invitation = z.infer<typeof Invitation>

/** Sent in a body, so that the link's secret is in no log. */
export const readInvitation = defineRoute({
  method: 'POST',
  path: '/me/invitations/read',
  access: 'user',
  tag: 'Conta',
  summary: 'O convite para mais um papel na própria conta, a partir do link recebido',
  body: Token,
  data: Invitation,
})
export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/me/invitations/accept',
  access: 'user',
  tag: 'Conta',
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
})
export type BecomeRunnerInput = z.output<typeof BecomeRunnerInput>
export const becomeRunner = defineRoute({
  method: 'POST',
  path: '/me/runner',
  access: 'user',
  tag: 'Conta',
  status: 201,
  summary: 'Faz da própria conta também a de um participante',
  body: BecomeRunnerInput,
})
