import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { holdOrganizer } from './queries.ts'

/**
 * Before anything is made or opened for an organizer, as the first lock: nobody suspends it before this transaction ends.
 * Throws 409 when it is suspended.
 */
export async function requireStanding(tx: Tx, organizerId: number): Promise<void> {
  if (await holdOrganizer(tx, organizerId))
    throw new AppError('state_changed', {
      message: 'Este organizador está suspenso. Fale com a administração da plataforma.',
    })
}
