import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { unseal } from '#server/lib/seal.ts'
import { recordSecurityEvent } from '#server/lib/security-log.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { base32, totpStepOf } from '#server/lib/totp.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { PACES } from '../limits.ts'
import { findFactor, lockSecondFactor, takeRecoveryCode, takeStep } from './queries.ts'

const CODES = 10
/** 120 bits each: OWASP ASVS 6.5.2 accepts a plain hash from 112 bits on. */
const CODE_BYTES = 15

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Ten codes such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`, to be shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => grouped(base32(randomBytes(CODE_BYTES))))

/** Ignores case, spaces and dashes. */
export const hashRecoveryCode = (code: string): Buffer =>
  hashToken(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))

interface Attempt {
  userId: number
  code: string
  at: Date
  ip: string
}

/** Additional data under which an account's secret is sealed: it cannot be opened for another account. */
export const ownerOf = (userId: number): string => `user ${userId}`

/** Runs `check`, which throws for a wrong code; wrong codes slow down later attempts of the session. */
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

/**
 * Checks a code of the app, confirmed or not, and marks its time step as used; false when it is wrong, expired or was
 * used before.
 */
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
 * Checks a code of the app or a recovery code; each works once. The caller holds the account's lock, so of two
 * concurrent requests with one code the second fails. Throws 422 on `code`.
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

/** The same before a sensitive change, of an account that has turned its second factor on; others are not asked. Throws 422 on `code`. */
export async function takeCodeIfOn(
  tx: Tx,
  secrets: Deps['secrets'],
  { code, ...attempt }: Omit<Attempt, 'code'> & { code: string | undefined },
): Promise<void> {
  if (!(await lockSecondFactor(tx, attempt.userId))) return
  if (!code) throw invalidField('code', 'Confirme com um código da verificação em duas etapas.')
  await takeCode(tx, secrets, { ...attempt, code })
}

export const wrongCode = (userId: number): AppError =>
  new AppError('validation', {
    errors: { code: ['Código incorreto ou já usado. Confira o código atual do aplicativo.'] },
    securityEvent: { kind: 'second_factor.failed', userId },
  })
