import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockOrganizerShared } from './queries.ts'

/** Throws 409. Its lock prevents suspension until the transaction ends: call it before creating anything. */
export async function requireNotSuspended(tx: Tx, organizerId: number): Promise<void> {
  if (await lockOrganizerShared(tx, organizerId))
    throw new AppError('state_changed', {
      message: 'Este organizador está suspenso. Fale com a administração da plataforma.',
    })
}
