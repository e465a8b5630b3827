import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { newToken } from '#server/lib/tokens.ts'
import { findAwaited, insertAlert } from './queries.ts'

export async function askForAlert(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, slug }: { userId: number; slug: string },
): Promise<void> {
  const at = clock.now()
  const event = await findAwaited(db, at, slug)
  if (!event) throw new AppError('event_not_found')
  if (event.is_open)
    throw new AppError('event_closed', { message: 'As inscrições já estão abertas: inscreva-se agora.' })
  if (!event.may_open) throw new AppError('event_closed')
  const kind = event.is_early ? 'opening' : 'place'
  await insertAlert(db, { eventId: event.id, userId, kind, token: newToken(), at })
}
