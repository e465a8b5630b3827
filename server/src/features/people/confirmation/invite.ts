import { addDays, type IsoDate, instantIn, toBrazilianDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/tokens.ts'
import { findParticipant, insertLink, type Participant } from './queries.ts'

const LINKS_BY_REGISTRATION: Limit = { name: 'confirmation-invite', points: 10, perSeconds: 86_400 }

export const confirmationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/confirmar-inscricao?token=${token}`

const endOfRaceDay = ({ timezone, event_on }: { timezone: string; event_on: IsoDate }): Date =>
  instantIn(timezone, addDays(event_on, 1), '00:00')

/** Creates a link, which is valid until the end of race day. Only the hash of its token is stored. */
export async function createLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  participant: { id: number; timezone: string; event_on: IsoDate },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = endOfRaceDay(participant)
  await insertLink(db, {
    registrationId: participant.id,
    tokenHash: hashToken(token),
    at: clock.now(),
    expiresAt,
  })
  return { token, expiresAt }
}

/** The caller has checked the access. Throws 404 unless somebody else registered the participant, 409 or 429. */
export async function invite(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  registrationId: number,
) {
  const participant = await findParticipant(deps.db, registrationId)
  if (!participant) throw new AppError('not_found')
  if (participant.status === REGISTRATION_STATUS.cancelled)
    throw new AppError('state_changed', { message: 'Esta inscrição foi cancelada.' })
  if (endOfRaceDay(participant) <= deps.clock.now())
    throw new AppError('state_changed', { message: 'O evento já aconteceu.' })
  await deps.rateLimiter.consume(LINKS_BY_REGISTRATION, String(registrationId))
  const { token, expiresAt } = await createLink(deps, participant)
  const link = confirmationUrl(deps.config.publicUrl, token)
  return { link, text: invitationText(participant, link), expires_at: expiresAt.toISOString() }
}

/** Throws 404 for another account's registration. */
export async function inviteAsBuyer(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  { userId, registrationId }: { userId: number; registrationId: number },
) {
  const participant = await findParticipant(deps.db, registrationId)
  if (participant?.responsible_user_id !== userId) throw new AppError('not_found')
  return invite(deps, registrationId)
}

function invitationText({ name, title, event_on }: Participant, link: string): string {
  const [firstName] = name.split(' ')
  return `Oi, ${firstName}! A sua inscrição na ${title}, dia ${toBrazilianDate(event_on)}, está feita. Falta você confirmar os seus dados e aceitar os termos: ${link}`
}
