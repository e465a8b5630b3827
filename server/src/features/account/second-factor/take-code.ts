import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { unseal } from '#server/lib/seal.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { base32, totpStepOf } from '#server/lib/totp.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { PACES } from '../limits.ts'
import { findFactor, takeRecoveryCode, takeStep } from './queries.ts'

const CODES = 10
/** 120 bits each: OWASP ASVS 6.5.2 lets a plain hash do from 112 on. */
const CODE_BYTES = 15

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Ten codes as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`, to be shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => grouped(base32(randomBytes(CODE_BYTES))))

/** However it was typed: small letters, spaces and dashes do not matter. */
export const hashRecoveryCode = (code: string): Buffer =>
  hashToken(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))

interface Attempt {
  userId: number
  code: string
  at: Date
  ip: string
}

/** What seals the secret of an account. */
export const ownerOf = (userId: number): string => `user ${userId}`

/** Runs `check`, which throws when a code is wrong; wrong ones slow down what comes after them in this session. */
export async function checkingCode(
  { rateLimiter, clock }: Pick<Deps, 'rateLimiter' | 'clock'>,
  { sessionId }: Caller,
  check: () => Promise<void>,
): Promise<void> {
  const attempts = [{ pace: PACES.code.own, subject: `session ${sessionId}` }]
  await rateLimiter.begin(attempts, clock.now())
  await check()
  await rateLimiter.succeed(attempts, clock.now())
}

/** Takes a code of the app whose secret waits or is confirmed; null when it is wrong, too old or was taken before. */
export async function takeAppCode(
  tx: Tx,
  { secondFactorKey }: Deps['secrets'],
  { userId, code, at }: Pick<Attempt, 'userId' | 'code' | 'at'>,
): Promise<boolean> {
  const factor = await findFactor(tx, userId)
  const secret = factor && unseal(factor.sealed_secret, secondFactorKey, ownerOf(userId))
  const step = secret && totpStepOf(secret, code.replaceAll(' ', ''), at)
  return step !== null && takeStep(tx, userId, step)
}

/**
 * Takes a code of the app or a recovery code, each once. Throws 422 on `code`. The account is locked by the caller: of two that
 * come at once with one code, the second finds it taken.
 */
export async function takeCode(
  tx: Tx,
  secrets: Deps['secrets'],
  { userId, code, at, ip }: Attempt,
): Promise<'app' | 'recovery code'> {
  if (await takeAppCode(tx, secrets, { userId, code, at })) return 'app'
  if (!(await takeRecoveryCode(tx, userId, hashRecoveryCode(code), at))) throw wrongCode(userId)
  await recordSecurityEvent(tx, { at, kind: 'recovery_code.used', userId, ip })
  await addJob(tx, sendSecondFactorMail, { userId, what: 'recovery_code_used' })
  return 'recovery code'
}

export const wrongCode = (userId: number): AppError =>
  new AppError('validation', {
    errors: { code: ['Código incorreto ou já usado. Confira o código atual do aplicativo.'] },
    securityEvent: { kind: 'second_factor.failed', userId },
  })
