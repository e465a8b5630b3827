import type { z } from 'zod'
import type { SavedPreset, saveExportPreset } from '#contract/participants/export.ts'
import type { ExportColumn } from '#contract/participants/export-columns.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { deletePreset, listPresets, lockPresets, updatePreset, upsertPreset } from './queries/presets.ts'

/** Maximum number per organizer: the screen shows each as a button. */
const MOST = 20

export async function readPresets(db: Db, caller: Caller, eventId: number): Promise<SavedPreset[]> {
  const event = await getAccessibleEvent(db, caller, eventId)
  return listPresets(db, event.organizer_id)
}

interface Change {
  caller: Caller
  eventId: number
  ip: string
}

/** Replaces the preset with its id (404 when it no longer exists), or else one of the same name. */
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

export function removePreset(
  deps: Pick<Deps, 'db' | 'clock'>,
  { presetId, ...change }: Change & { presetId: number },
): Promise<SavedPreset[]> {
  return changed(deps, change, 'event.export_preset_removed', (tx, organizerId) =>
    deletePreset(tx, organizerId, presetId),
  )
}

async function changed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, ip }: Change,
  action: string,
  change: (tx: Tx, organizerId: number, at: Date) => Promise<string | null>,
): Promise<SavedPreset[]> {
  const at = clock.now()
  return transaction(db, async (tx) => {
    const { organizer_id: organizerId } = await getAccessibleEvent(tx, caller, eventId)
    const name = await change(tx, organizerId, at)
    if (name !== null)
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action,
        entityId: eventId,
        after: { Modelo: name },
        ip,
      })
    return listPresets(tx, organizerId)
  })
}
