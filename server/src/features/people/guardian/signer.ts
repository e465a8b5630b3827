import { dayIn, momentIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Identification } from '#contract/people/confirmation.ts'
import {
  guardianText,
  isMinor,
  participantText,
  type RaceSigned,
  type Relationship,
  type Signer,
} from '#contract/registration/minors.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { findLink, findRequest, type Request } from './queries.ts'

export interface OpenRequest {
  request: Request
  role: Signer
}

/**
 * What the link's signer signs. Throws 400 `token_invalid` for a link that ended, 422 for another person and as
 * `requireOpen`.
 */
export async function openSigner(
  db: Db,
  { token, cpf, birth_date }: Identification,
  now: Date,
): Promise<OpenRequest> {
  const link = await findLink(db, hashToken(token))
  if (!link || link.used_at || link.expires_at <= now) throw new AppError('token_invalid')
  const request = await findRequest(db, link.registration_id)
  if (request?.cpf !== cpf || request.birth_on !== birth_date)
    throw new AppError('validation', {
      message: 'O CPF e a data de nascimento não são os de quem vai correr.',
    })
  requireOpen(request, link.role, now)
  return { request, role: link.role }
}

/** What an account signs in a registration that it made. Throws 404 and as `requireOpen`. */
export async function openOwn(
  db: Db,
  { userId, registrationId }: { userId: number; registrationId: number },
  now: Date,
): Promise<OpenRequest> {
  const request = await findRequest(db, registrationId)
  if (request?.responsible_user_id !== userId) throw new AppError('not_found')
  const role = request.buyer_cpf === request.cpf ? 'participant' : 'guardian'
  requireOpen(request, role, now)
  const today = dayIn(request.timezone, now)
  if (role === 'guardian' && (!request.buyer_cpf || isMinor(request.buyer_birth_on ?? today, today)))
    throw new AppError('state_changed', {
      message: 'Só uma pessoa maior de idade autoriza. Envie o link ao responsável.',
    })
  return { request, role }
}

/** Throws 409 with the reason why this signature is not awaited. */
export function requireOpen({ status, due_at, missing, timezone }: Request, role: Signer, now: Date): void {
  const refuse = (message: string) => new AppError('state_changed', { message })
  if (status === REGISTRATION_STATUS.cancelled)
    throw refuse('Esta inscrição foi cancelada. Não há mais o que assinar.')
  if (!missing.includes(role)) throw refuse('Esta assinatura já foi dada, ou não é mais necessária.')
  if (due_at <= now) throw refuse(`O prazo para assinar terminou em ${momentIn(timezone, due_at)}.`)
}

export const raceOf = (request: Request): RaceSigned => ({
  minor: { name: request.name, cpf: request.cpf, birthDate: request.birth_on },
  title: request.title,
  modality: request.modality,
  raceDay: request.event_on,
})

export interface SigningPerson {
  name: string
  cpf: string
  /** Null: the participant. */
  relationship: Relationship | null
  email: string
}

export const textOf = (request: Request, { relationship, name, cpf }: SigningPerson): string =>
  relationship ? guardianText(raceOf(request), { name, cpf, relationship }) : participantText(raceOf(request))
