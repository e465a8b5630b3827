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
import { BACKOFFS } from '../limits.ts'
import { findFactor, lockSecondFactor, takeRecoveryCode, takeStep } from './queries.ts'

const CODES = 10
/** 120 bits each; OWASP ASVS 6.5.2 accepts an unsalted hash from 112 bits. */
const CODE_BYTES = 15

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. */
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

/** Additional authenticated data of a sealed secret: it can be decrypted only for its own account. */
export const ownerOf = (userId: number): string => `user ${userId}`

/** `check` throws for a wrong code, which delays later attempts of the session. */
export async function checkingCode<Result>(
  { rateLimiter, clock }: Pick<Deps, 'rateLimiter' | 'clock'>,
  { sessionId }: Caller,
  check: () => Promise<Result>,
): Promise<Result> {
  const attempts = [{ backoff: BACKOFFS.code.own, subject: `session ${sessionId}` }]
  await rateLimiter.recordAttempts(attempts, clock.now())
  const result = await check()
  await rateLimiter.clearAttempts(attempts, clock.now())
  return result
}

/** The secret may be unconfirmed. Returns false for a wrong, expired or used code. */
export async function takeAppCode(
  tx: Tx,
  { secondFactorKey }: Deps['secrets'],
  { userId, code, at }: Pick<Attempt, 'userId' | 'code' | 'at'>,
): Promise<boolean> {
  const factor = await findFactor(tx, userId)
  const secret = factor && unseal(factor.sealed_secret, secondFactorKey, ownerOf(userId))
  const step = secret && totpStepOf(secret, code.replaceAll(' ', ''), at)
  return step != null && takeStep(tx, userId, step)
}

/** Each code works once: the caller holds the account's lock. Throws 422 on `code`. */
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

/** Throws 409 while the second factor is off; `before` says what it is needed for. */
export async function requireSecondFactor(tx: Tx, userId: number, before: string): Promise<void> {
  if (!(await lockSecondFactor(tx, userId)))
    throw new AppError('state_changed', {
      message: `Ative a verificação em duas etapas em Minha conta antes de ${before}.`,
    })
}

/** Does nothing while the second factor is off. Throws 422 on `code`. */
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
