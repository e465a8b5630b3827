import type { z } from 'zod'
import type { ExportColumn, SavedPreset, saveExportPreset } from '#contract/participant-export.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { deletePreset, listPresets, lockPresets, updatePreset, upsertPreset } from './queries/presets.ts'

/** Of one organizer: a team's file needs no more, and the screen shows them as buttons. */
const MOST = 20

/** The presets of the event's organizer, the same for the whole team. Throws 404 for an event out of the caller's reach. */
export async function readPresets(db: Db, caller: Caller, eventId: number): Promise<SavedPreset[]> {
  const event = await getReachedEvent(db, caller, eventId)
  return listPresets(db, event.organizer_id)
}

interface Change {
  caller: Caller
  eventId: number
  ip: string
}

/** Saves a preset for the team: over the one with its id, or else over one of the same name. Throws 404 when that id is gone. */
export function savePreset(
  deps: Pick<Deps, 'db' | 'clock'>,
  { preset, ...change }: Change & { preset: z.output<typeof saveExportPreset.body> },
): Promise<SavedPreset[]> {
  return changed(deps, change, 'event.export_preset_saved', async (tx, organizerId, at) => {
    const { id, name, only_confirmed } = preset
    const values = {
      name,
      columns: [...new Set<ExportColumn>(['id', ...preset.columns])],
      only_confirmed,
    }
    await lockPresets(tx, organizerId)
    const saved = await listPresets(tx, organizerId)
    const namesake = saved.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (id !== undefined) {
      if (!saved.some((one) => one.id === id)) throw new AppError('not_found')
      if (namesake && namesake.id !== id)
        throw invalidField('name', 'A equipe já tem um modelo com este nome.')
      await updatePreset(tx, id, values, at)
      return name
    }
    if (!namesake && saved.length >= MOST)
      throw new AppError('state_changed', { message: `A equipe já tem ${MOST} modelos. Apague um antes.` })
    await upsertPreset(tx, organizerId, values, at)
    return name
  })
}

/** Removes a preset of the team; one that is gone already is no error. */
export function removePreset(
  deps: Pick<Deps, 'db' | 'clock'>,
  { presetId, ...change }: Change & { presetId: number },
): Promise<SavedPreset[]> {
  return changed(deps, change, 'event.export_preset_removed', (tx, organizerId) =>
    deletePreset(tx, organizerId, presetId),
  )
}

/** Runs a change, records it with the preset's name unless there was none, and answers the presets as they are then. */
async function changed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, ip }: Change,
  action: string,
  change: (tx: Tx, organizerId: number, at: Date) => Promise<string | null>,
): Promise<SavedPreset[]> {
  const at = clock.now()
  return transaction(db, async (tx) => {
    const { organizer_id: organizerId } = await getReachedEvent(tx, caller, eventId)
    const name = await change(tx, organizerId, at)
    if (name !== null)
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action,
        entity: 'event',
        entityId: eventId,
        eventId,
        after: { Modelo: name },
        ip,
      })
    return listPresets(tx, organizerId)
  })
}
