import type { z } from 'zod'
import type { beginPasskeyLogin as BeginRoute, SignedCredential } from '#contract/account/passkeys.ts'
import type { SessionUser } from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { newToken } from '#server/lib/tokens.ts'
import { attemptsOf, BACKOFFS, LIMITS } from '../limits.ts'
import { lockUser } from '../queries.ts'
import { requireOpenAccount } from '../session/login.ts'
import { openSession, presentLogin } from '../session/open-session.ts'
import { userHandleOf } from './add.ts'
import { CHALLENGE_MS, newChallenge, siteOf, takeChallenge } from './challenge.ts'
import { findPasskeyLogin, markPasskeyUsed, type PasskeyLogin } from './queries.ts'

export async function beginPasskeyLogin(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  ip: string,
  isSuggested = false,
): Promise<z.input<typeof BeginRoute.data>> {
  await deps.rateLimiter.consume(isSuggested ? LIMITS.suggestedPasskeyByIp : LIMITS.passkeyByIp, ip)
  return {
    challenge: await newChallenge(deps.db, deps.clock.now()),
    timeout: CHALLENGE_MS,
    rpId: siteOf(deps.config).rpId,
    userVerification: 'required',
  }
}

interface Login {
  credential: SignedCredential
  ip: string
  userAgent: string | null
  deviceToken: string | null
  /** The role that the browser used last. */
  role: string | null
}

/**
 * The device has asked for its owner's finger, face or PIN, so no code follows. Throws 401 for every wrong
 * answer alike, which also uses up the challenge. Only a correct one reveals that an account is blocked or
 * unverified.
 */
export async function loginWithPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  { credential, ip, userAgent, deviceToken, role }: Login,
): Promise<SessionUser & { token: string; device_token: string }> {
  const at = deps.clock.now()
  const passkey = await findPasskeyLogin(deps.db, Buffer.from(credential.id, 'base64url'))
  const { attempts } = passkey
    ? await attemptsOf(deps, 'passkey', { email: passkey.email, ip, deviceToken })
    : { attempts: [{ backoff: BACKOFFS.passkey.address, subject: ip }] }
  await deps.rateLimiter.recordAttempts(attempts, at)

  const taken = await takeChallenge(deps.db, credential.response.clientDataJSON, at)
  if (!taken || taken.userId !== null)
    throw new AppError('challenge_over', {
      message: 'O tempo para entrar com a chave de acesso acabou. Tente de novo.',
    })
  const passwordHash = passkey?.password_hash
  const use = passkey && (await verified(deps.config, credential, taken.challenge, passkey))
  if (!passkey || !passwordHash || !use) throw refused(passkey)
  await deps.rateLimiter.clearAttempts(attempts, deps.clock.now())
  const { userId } = passkey
  requireOpenAccount({ ...passkey, id: userId })

  const token = newToken()
  const device = deviceToken ?? newToken()
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await markPasskeyUsed(tx, passkey.id, { ...use, at }))) throw refused(passkey)
    await openSession(tx, { userId, passwordHash, proof: 'passkey', token, device, at, ip, userAgent })
  })
  return presentLogin(deps, { token, device, role })
}

const refused = (passkey: PasskeyLogin | undefined): AppError =>
  new AppError('bad_credentials', {
    message: 'Esta chave de acesso não vale para entrar. Entre com e-mail e senha.',
    securityEvent: {
      kind: 'login.failed',
      userId: passkey?.userId ?? null,
      detail: { reason: passkey ? 'wrong passkey' : 'unknown passkey' },
    },
  })

/** Null for a wrong answer, and for a counter that does not go on, which a copy of the key would send. */
async function verified(
  config: Deps['config'],
  { response, ...credential }: SignedCredential,
  challenge: string,
  passkey: PasskeyLogin,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { userHandle, ...signed } = response
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) return null
  const { rpId, origin } = siteOf(config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    })
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    return isRight ? { counter, backedUp } : null
  } catch {
    // The library throws an `Error` for an incomplete answer.
    return null
  }
}
