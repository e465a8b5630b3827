import type { OrganizerProfile, OrganizerProfileInput } from '#contract/organizer-profile.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { organizerSlug } from '../../domain/slug.ts'
import { findPublicFiles } from '../queries/events.ts'
import { getProfile, lockProfile, type ProfileRow, updateProfile } from './queries.ts'

/** The organization is its owner's; a realizador works for it. Throws 403. */
function requireOwnOrganizer(caller: Caller): number {
  if (caller.organizer?.type !== 0)
    throw new AppError('forbidden', { message: 'Só o organizador vê e muda os dados da organização.' })
  return caller.organizer.id
}

const present = ({ id, logo_path, has_page, ...row }: ProfileRow): OrganizerProfile => ({
  ...row,
  logo: logo_path,
  page: has_page ? organizerSlug(row.fantasy_name, id) : null,
})

export const readProfile = async ({ db }: Pick<Deps, 'db'>, caller: Caller): Promise<OrganizerProfile> =>
  present(await getProfile(db, requireOwnOrganizer(caller)))

interface Save {
  caller: Caller
  input: OrganizerProfileInput
  ip: string
}

/** Saves what an organizer publishes. Throws 422 for a logo that was never uploaded or is no picture. */
export async function saveProfile(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, input: { logo, ...published }, ip }: Save,
): Promise<OrganizerProfile> {
  const organizerId = requireOwnOrganizer(caller)
  if (logo && (await findPublicFiles(deps.db, [logo])).get(logo)?.kind !== 'picture')
    throw invalidField('logo', 'Arquivo não encontrado. Envie-o de novo.')
  const at = deps.clock.now()
  const next = { ...published, logo_path: logo }
  return transaction(deps.db, async (tx) => {
    const before = await lockProfile(tx, organizerId)
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter((key) => next[key] !== before[key])
    if (changed.length === 0) return present(before)
    await updateProfile(tx, organizerId, { ...next, updated_at: at })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'organizer.profile_updated',
      entity: 'organizer',
      entityId: organizerId,
      // The name stands on every race: who looks into the log finds the old one. Contacts may be a person's.
      before: { fantasy_name: before.fantasy_name },
      after: { fantasy_name: next.fantasy_name, changed },
      ip,
    })
    return present({ ...before, ...next })
  })
}
