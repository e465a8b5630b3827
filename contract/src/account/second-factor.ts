import { z } from 'zod'
import { GivenPassword, Instant, required } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { DeviceToken, login } from './session.ts'

const OWN = { access: 'user', tag: 'Verificação em duas etapas' } as const
const PATH = '/me/second-factor'

/** Six digits from the authenticator app, or a recovery code with or without its spaces and dashes. */
export const Code = required('Código obrigatório', 40)
/**
 * Proves that the owner of the account makes the request, not somebody with a stolen session: the password
 * and, if the second factor is on, its code.
 */
export const OwnerProof = z.object({
  current_password: GivenPassword('Confirme com a sua senha atual.'),
  code: Code.optional(),
})
const Password = GivenPassword()
/** Returned only once: the database stores hashes. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const SecondFactorLoginInput = z.object({
  challenge: z.string().max(200),
  code: Code,
  device_token: DeviceToken,
})
export const loginWithSecondFactor = defineRoute({
  method: 'POST',
  path: '/login/second-factor',
  access: 'public',
  tag: 'Conta',
  summary: 'Conclui a entrada de quem tem a verificação em duas etapas',
  body: SecondFactorLoginInput,
  data: login.data,
})

export const SecondFactor = z.object({
  enabled_at: Instant.nullable(),
  required: z.boolean(),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>
export const getSecondFactor = defineRoute({
  method: 'GET',
  path: PATH,
  ...OWN,
  summary: 'A minha verificação em duas etapas',
  beforeSecondFactor: true,
  data: SecondFactor,
})

export const BeginSecondFactorInput = z.object({ password: Password })
export const beginSecondFactor = defineRoute({
  method: 'POST',
  path: PATH,
  ...OWN,
  summary: 'Começa a ativação: a chave para o aplicativo autenticador',
  beforeSecondFactor: true,
  body: BeginSecondFactorInput,
  data: z.object({ secret: z.string(), uri: z.string() }),
})

export const ConfirmSecondFactorInput = z.object({ code: Code })
export const confirmSecondFactor = defineRoute({
  method: 'POST',
  path: `${PATH}/confirm`,
  ...OWN,
  summary: 'Conclui a ativação com um código do aplicativo; encerra as outras sessões',
  beforeSecondFactor: true,
  body: ConfirmSecondFactorInput,
  data: RecoveryCodes,
})

export const SecondFactorProof = z.object({ password: Password, code: Code })
export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  ...OWN,
  summary: 'Gera novos códigos de recuperação; os anteriores deixam de valer',
  body: SecondFactorProof,
  data: RecoveryCodes,
})
export const turnSecondFactorOff = defineRoute({
  method: 'DELETE',
  path: PATH,
  ...OWN,
  summary: 'Desativa a verificação em duas etapas',
  body: SecondFactorProof,
})
