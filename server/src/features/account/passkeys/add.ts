import type { z } from 'zod'
import {
  type beginPasskey as BeginRoute,
  type CreatedCredential,
  MAX_PASSKEYS,
  type Passkey,
} from '#contract/account/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isUniqueViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type Confirmation, confirmed } from '../confirm.ts'
import { getPasswordHash } from '../credentials/queries.ts'
import { requireSamePassword } from '../credentials/require-password.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { getUser, lockUser } from '../queries.ts'
import { CHALLENGE_MS, newChallenge, siteOf, takeChallenge } from './challenge.ts'
import { insertPasskey, type PasskeyRow, selectPasskeys } from './queries.ts'

/** COSE's numbers of ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257]

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Devices return it with a log-in. */
export const userHandleOf = (userId: number): string => base64url(Buffer.from(String(userId)))

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  backed_up: row.backed_up,
})

async function passkeysWithRoom(tx: Tx, userId: number): Promise<PasskeyRow[]> {
  const own = await selectPasskeys(tx, userId)
  if (own.length < MAX_PASSKEYS) return own
  throw new AppError('state_changed', {
    message: `Uma conta pode ter até ${MAX_PASSKEYS} chaves de acesso. Remova uma para adicionar outra.`,
  })
}

/** Throws 422 on `current_password` and `code`, 409 when the account has as many as it may have. */
export async function beginPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter' | 'secrets'>,
  confirmation: Confirmation,
): Promise<z.input<typeof BeginRoute.data>> {
  const { userId } = confirmation.caller
  const begun = await confirmed(deps, confirmation, (prove) =>
    transaction(deps.db, async (tx) => {
      await prove(tx)
      const own = await passkeysWithRoom(tx, userId)
      const passwordHash = (await getPasswordHash(tx, userId)) ?? ''
      const challenge = await newChallenge(tx, deps.clock.now(), { userId, passwordHash })
      return { challenge, own, user: await getUser(tx, userId) }
    }),
  )
  return {
    challenge: begun.challenge,
    timeout: CHALLENGE_MS,
    rp: { id: siteOf(deps.config).rpId, name: 'Largada' },
    user: { id: userHandleOf(userId), name: begun.user.email, displayName: begun.user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: begun.own.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: base64url(credential_id),
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Throws 409 when the challenge is over or the account has as many as it may have, 400 for a wrong answer. */
export async function addPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { userId }: Caller,
  { name, credential, ip }: { name: string; credential: CreatedCredential; ip: string },
): Promise<Passkey> {
  const at = deps.clock.now()
  const taken = await takeChallenge(deps.db, credential.response.clientDataJSON, at)
  if (!taken || taken.userId !== userId)
    throw new AppError('state_changed', {
      message: 'O tempo para criar a chave de acesso acabou. Comece de novo.',
    })
  const made = await verified(deps.config, credential, taken.challenge)
  const added = await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    await requireSamePassword(tx, userId, taken)
    await passkeysWithRoom(tx, userId)
    const row = await insertPasskey(tx, {
      user_id: userId,
      credential_id: Buffer.from(made.credential.id, 'base64url'),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      name,
      backed_up: made.credentialBackedUp,
      created_at: at,
    })
    await addJob(tx, sendSecondFactorMail, { userId, what: 'passkey_added' })
    await auditUser(tx, 'user.passkey_added', { at, userId, ip })
    return row
  }).catch((error) => {
    if (isUniqueViolation(error, 'passkeys_credential_id_key'))
      throw new AppError('state_changed', { message: 'Esta chave de acesso já foi adicionada.' })
    throw error
  })
  return presentPasskey(added)
}

async function verified(config: Deps['config'], credential: CreatedCredential, challenge: string) {
  const { rpId, origin } = siteOf(config)
  // Loaded for the first passkey: it takes 25 MB.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    await refuseCertificates(credential)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo) return registrationInfo
  } catch {
    // The library throws an `Error` for an incomplete answer.
  }
  throw new AppError('malformed', {
    message: 'Não foi possível guardar esta chave de acesso. Tente de novo ou use outro aparelho.',
  })
}

/**
 * None was asked for. The library would download the revocation lists that a certificate names, from any
 * address. Some devices sign with the new key itself, which proves nothing and is harmless.
 */
async function refuseCertificates({ response }: CreatedCredential): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  )
  const format = attestation.get('fmt')
  if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
    throw new Error(`attestation ${format}`)
}
