import { z } from 'zod'
import { Instant, Name } from '../fields.ts'
import { defineRoute, Id } from '../route.ts'
import { OwnerProof } from './second-factor.ts'
import { DeviceToken, login } from './session.ts'

const OWN = { access: 'user', tag: 'Chaves de acesso' } as const
const PUBLIC = { access: 'public', tag: 'Conta' } as const
const PATH = '/me/passkeys'

export const MAX_PASSKEYS = 10

export const PasskeyName = Name('Dê um nome à chave de acesso', 60)

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** Whether other devices of the owner have it too. */
  backed_up: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** Bytes in base64url. */
const Bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
    .meta({ example: 'AAAA' })

/** The values of WebAuthn in JSON, as browsers and `@simplewebauthn/browser` name them. */
const Credential = z.object({ id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key') })
const CLIENT_DATA = Bytes(2000)

const Created = Credential.extend({
  response: z.object({
    clientDataJSON: CLIENT_DATA,
    attestationObject: Bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type CreatedCredential = z.infer<typeof Created>

const Signed = Credential.extend({
  response: z.object({
    clientDataJSON: CLIENT_DATA,
    authenticatorData: Bytes(1000),
    signature: Bytes(1000),
    userHandle: Bytes(100).nullish(),
  }),
})
export type SignedCredential = z.infer<typeof Signed>

const Common = { challenge: z.string(), timeout: z.int() }

export const listPasskeys = defineRoute({
  method: 'GET',
  path: PATH,
  ...OWN,
  summary: 'As minhas chaves de acesso',
  data: z.array(Passkey),
})

export const beginPasskey = defineRoute({
  method: 'POST',
  path: `${PATH}/options`,
  ...OWN,
  summary: 'Começa a criação de uma chave de acesso: o que o navegador precisa saber, por cinco minutos',
  body: OwnerProof,
  data: z.object({
    ...Common,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    excludeCredentials: z.array(
      z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
    ),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
})

export const addPasskey = defineRoute({
  method: 'POST',
  path: PATH,
  ...OWN,
  status: 201,
  summary: 'Guarda a chave de acesso que o navegador criou',
  body: z.object({ name: PasskeyName, credential: Created }),
  data: Passkey,
})

const params = z.object({ id: Id })

export const renamePasskey = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:id`,
  ...OWN,
  summary: 'Dá outro nome a uma chave de acesso',
  params,
  body: z.object({ name: PasskeyName }),
})

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  ...OWN,
  summary: 'Remove uma chave de acesso',
  params,
  body: OwnerProof,
})

/** The same for everybody: the device finds the account. */
export const beginPasskeyLogin = defineRoute({
  method: 'POST',
  path: '/login/passkey/options',
  ...PUBLIC,
  summary: 'Começa a entrada com uma chave de acesso: um desafio de cinco minutos',
  // 1: each open log-in page asks for the suggestions below its field, so that these have a limit of their own.
  query: z.object({ suggested: z.literal('1').optional().catch(undefined) }),
  data: z.object({ ...Common, rpId: z.string(), userVerification: z.literal('required') }),
})

export const loginWithPasskey = defineRoute({
  method: 'POST',
  path: '/login/passkey',
  ...PUBLIC,
  summary: 'Entra com uma chave de acesso, sem senha e sem código; 403 enquanto o e-mail não foi verificado',
  body: z.object({ credential: Signed, device_token: DeviceToken }),
  data: login.data,
})
