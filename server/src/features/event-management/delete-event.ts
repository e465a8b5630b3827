import { toBrazilianDateOrNull } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { mayDelete, mayWaiveSetupFee } from './policy.ts'
import { deleteDocument, getDocument, getEvent, lockEvent } from './queries/document.ts'
import { getRelatedData } from './queries/events.ts'

interface Deletion {
  caller: Caller
  eventId: number
  ip: string
}

/**
 * The foreign keys reject the deletion of an event with a history, also when a concurrent request adds to it.
 * Throws 404, 403 for a realizador, and 409 for a history or a setup fee that the caller may not waive.
 */
export async function deleteEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, ip }: Deletion,
): Promise<void> {
  await getEvent(deps.db, caller, eventId)
  if (!mayDelete(caller)) throw new AppError('forbidden', { message: 'Só o organizador apaga um evento.' })
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const event = await lockEvent(tx, caller, eventId)
    const { setupFeeCents } = await getRelatedData(tx, eventId)
    if (setupFeeCents && !mayWaiveSetupFee(caller))
      throw new AppError('in_use', {
        message:
          'A taxa de publicação deste evento foi cobrada: só a equipe da plataforma o apaga. Você pode fechá-lo ou cancelá-lo.',
      })
    await deleteDocument(tx, await getDocument(tx, event))
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.deleted',
      entityId: eventId,
      before: {
        Título: event.title,
        'Data do evento': toBrazilianDateOrNull(event.event_on),
        organizer_id: event.organizer_id,
        ...(setupFeeCents && { 'Taxa de publicação': formatCents(setupFeeCents) }),
      },
      ip,
    })
  }).catch((error) => {
    throw isForeignKeyViolation(error)
      ? new AppError('in_use', { message: HAS_HISTORY, cause: error })
      : error
  })
}

const HAS_HISTORY =
  'Este evento já tem história: inscrições, pagamentos, um cancelamento ou gente na sala de espera. Ele não pode ser apagado, mas você pode fechá-lo ou cancelá-lo.'
