import type { OrganizerProfile, OrganizerProfileInput } from '#contract/organizer/organizer-profile.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import type { Deps } from '#server/deps.ts'
import { organizerSlug } from '#server/features/event/domain/slug.ts'
import { findPublicFiles } from '#server/features/event/uploads/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { getProfile, lockProfile, type ProfileRow, updateProfile } from './queries.ts'

/** Throws 403 for a realizador. */
function requireOwnOrganizer(caller: Caller): number {
  if (caller.organizer?.type !== ORGANIZER_TYPE.organizer)
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

/** Throws 422 for a logo that was never uploaded or is not a picture. */
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
      entityId: organizerId,
      // The name is public and recorded, so that the log shows the old one. Contacts may be personal data.
      before: { fantasy_name: before.fantasy_name },
      after: { fantasy_name: next.fantasy_name, changed },
      ip,
    })
    return present({ ...before, ...next })
  })
}
