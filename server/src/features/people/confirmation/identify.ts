import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Identification } from '#contract/people/confirmation.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/network.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { findLink, findParticipant, type Participant } from './queries.ts'

const CALLS_BY_ADDRESS: Limit = { name: 'confirmation-address', points: 120, perSeconds: 3_600 }
/** CPF and birth date of a link's participant may be guessed so often. */
const WRONG_BY_LINK: Limit = {
  name: 'confirmation-link',
  points: 5,
  perSeconds: 86_400,
  message: 'Muitas tentativas com este link. Tente de novo amanhã, ou peça outro a quem inscreveu você.',
}

/** Opens what a link and an identification give access to: `openParticipant`, or a minor's signer. */
type Open<T> = (db: Db, identification: Identification, now: Date) => Promise<T>

/** Throws as `open`, and 429. */
export async function identify<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  identification: Identification,
  ip: string,
  open: Open<T>,
): Promise<T> {
  const { rateLimiter } = deps
  const link = hashToken(identification.token).toString('hex')
  await rateLimiter.consume(CALLS_BY_ADDRESS, networkOf(ip))
  // Counted first, so that concurrent guesses cannot exceed the limit.
  await rateLimiter.consume(WRONG_BY_LINK, link)
  try {
    const opened = await open(deps.db, identification, deps.clock.now())
    await rateLimiter.refund(WRONG_BY_LINK, link)
    return opened
  } catch (error) {
    if (error instanceof AppError && error.code !== 'validation')
      await rateLimiter.refund(WRONG_BY_LINK, link)
    throw error
  }
}

/**
 * The participant of a link, if the CPF and birth date are those of the registration. Throws 400 `token_invalid`
 * for a link that ended, 409 for a cancelled registration and 422 for another person.
 */
export async function openParticipant(
  db: Db,
  { token, cpf, birth_date }: Identification,
  now: Date,
): Promise<Participant> {
  const link = await findLink(db, hashToken(token))
  if (!link || link.used_at || link.expires_at <= now) throw new AppError('token_invalid')
  const participant = await findParticipant(db, link.registration_id)
  if (participant?.cpf !== cpf || participant.birth_on !== birth_date)
    throw new AppError('validation', { message: 'O CPF e a data de nascimento não são os desta inscrição.' })
  if (participant.status === REGISTRATION_STATUS.cancelled)
    throw new AppError('state_changed', { message: 'Esta inscrição foi cancelada.' })
  return participant
}
