import type { SelectedResult } from '#contract/participants/selection.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { cancelRegistration } from '../cancel-registration.ts'
import { resendMail } from '../panel/resend-mail.ts'
import { listIdsOfEvent } from './queries.ts'

interface Selection {
  caller: Caller
  eventId: number
  ids: readonly number[]
  ip: string
}

const SENT = { link: 'Link de pagamento enviado.', confirmation: 'Confirmação enviada.' }

/** Sends one message for all payments of a payer, and no message again within ten minutes. */
export function resendToSelected(deps: Deps, selection: Selection): Promise<SelectedResult[]> {
  const sentTo = new Set<number>()
  return onEach(deps, selection, async (asked) => SENT[await resendMail(deps, { ...asked, sentTo })])
}

/** Cancels unpaid registrations. A refund is decided for each registration on its own. */
export const cancelSelected = (
  deps: Deps,
  { note, ...selection }: Selection & { note: string | null },
): Promise<SelectedResult[]> =>
  onEach(deps, selection, async (asked) => {
    await cancelRegistration(deps, { ...asked, refund: false, note })
    return 'Inscrição cancelada.'
  })

/** One after another, each in its own transaction. Throws 404 for an event outside the caller's scope. */
async function onEach(
  { db }: Pick<Deps, 'db'>,
  { caller, eventId, ids, ip }: Selection,
  act: (asked: { caller: Caller; registrationId: number; ip: string }) => Promise<string>,
): Promise<SelectedResult[]> {
  await getAccessibleEvent(db, caller, eventId)
  const ofEvent = new Set(await listIdsOfEvent(db, eventId, ids))
  const results: SelectedResult[] = []
  for (const id of new Set(ids)) {
    try {
      if (!ofEvent.has(id)) throw new AppError('not_found')
      results.push({ id, done: true, message: await act({ caller, registrationId: id, ip }) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, done: false, message: error.message })
    }
  }
  return results
}
