import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Config } from '#server/config.ts'
import { sellerOf } from '#server/features/event/domain/seller.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { getSeller } from './queries/events.ts'

/** Open and complete. */
export const isForSale = ({ status, missing }: { status: number; missing: readonly string[] }): boolean =>
  status === EVENT_STATUS.open && missing.length === 0

/**
 * Call it when an event goes on sale. Throws 409 if the organizer, or the platform itself, cannot be named to
 * the buyers (Decreto 7.962/2013, art. 2).
 */
export async function requireSellers(
  tx: Tx,
  organizerId: number,
  { seller }: Pick<Config, 'seller'>,
): Promise<void> {
  if (sellerOf(await getSeller(tx, organizerId)) === null)
    throw new AppError('state_changed', {
      message:
        'Para abrir o evento, faltam os dados legais da organização: razão social, CNPJ e endereço. A administração da plataforma pode completá-los.',
    })
  if (seller === null)
    throw new AppError('state_changed', {
      message:
        'Ainda não é possível abrir eventos: a plataforma não publicou os seus próprios dados legais. Fale com a administração.',
    })
}
