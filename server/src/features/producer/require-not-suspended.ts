import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockOrganizerShared } from './queries.ts'

/**
 * Throws 409 when an organizer is suspended. Called first before anything is created or opened for it: the lock keeps
 * it from being suspended before the transaction ends.
 */
export async function requireNotSuspended(tx: Tx, organizerId: number): Promise<void> {
  if (await lockOrganizerShared(tx, organizerId))
    throw new AppError('state_changed', {
      message: 'Este organizador está suspenso. Fale com a administração da plataforma.',
    })
}
