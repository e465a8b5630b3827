import type { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import type { GroupMember, InvitedGroup, listJoinable, listMyGroups, MyGroup } from '#contract/group/group.ts'
import { toDecimal } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { countMissing } from './invited/queries.ts'
import { UNKNOWN_GROUPS_BY_ADDRESS } from './limits.ts'
import {
  findGroup,
  findInvited,
  type GroupRow,
  getTotals,
  listCaptained,
  listMembers,
  listOwnOf,
} from './queries.ts'

type Reader = Pick<Deps, 'db' | 'clock' | 'config'>

export async function readMyGroups({ db, clock }: Reader, userId: number) {
  const rows = await listCaptained(db, userId, clock.now())
  return rows.map((row): z.output<typeof listMyGroups.data>[number] => ({
    ...present(row),
    members: row.members,
  }))
}

/** Throws 404 for everybody but the captain. */
export async function getCaptained(deps: Pick<Deps, 'db' | 'clock'>, id: number, userId: number) {
  const group = await findGroup(deps.db, id, deps.clock.now())
  if (group?.captain_user_id !== userId) throw new AppError('not_found')
  return group
}

export async function readMyGroup(deps: Reader, id: number, userId: number): Promise<MyGroup> {
  const group = await getCaptained(deps, id, userId)
  const { owed_cents: owedCents, ...totals } = await getTotals(deps.db, id)
  const invited = await countMissing(deps.db, id)
  const link = `${deps.config.publicUrl}/grupo/${group.token}`
  return {
    ...present(group),
    ...totals,
    invited,
    owed: toDecimal(owedCents),
    link,
    text: `Venha correr com o grupo ${group.name} na ${group.title}, dia ${toBrazilianDate(group.event_on)}: ${link}`,
  }
}

export async function readMembers(
  deps: Reader,
  { id, userId, page, perPage, state }: Parameters<typeof pageOf>[0] & { userId: number },
): Promise<{ members: GroupMember[]; total: number }> {
  await getCaptained(deps, id, userId)
  const rows = await listMembers(deps.db, pageOf({ id, page, perPage, state }))
  const members = rows.map(({ id: registration_id, name, modality, category, ...row }) => ({
    registration_id,
    name,
    modality,
    category,
    is_signed: row.is_signed,
    is_paid: row.is_paid,
    owed: toDecimal(row.owed_cents),
  }))
  return { members, total: rows[0]?.total ?? 0 }
}

const pageOf = ({
  id,
  page,
  perPage,
  state,
}: {
  id: number
  page: number
  perPage: number
  state: Parameters<typeof listMembers>[1]['state']
}) => ({ groupId: id, state, offset: (page - 1) * perPage, limit: perPage })

/** Throws 404 for an unknown link. Only these count: thousands of runners share a mobile carrier's address. */
export async function getInvited(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  token: string,
  ip: string,
) {
  const group = await findInvited(deps.db, token, deps.clock.now())
  if (group) return group
  await deps.rateLimiter.consume(UNKNOWN_GROUPS_BY_ADDRESS, ip)
  throw new AppError('not_found', {
    message: 'Este convite não existe. Peça o link de novo a quem o enviou.',
  })
}

export async function readInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  token: string,
  ip: string,
): Promise<InvitedGroup> {
  const group = await getInvited(deps, token, ip)
  return { ...present(group), captain: group.captain.split(' ')[0] ?? '' }
}

export async function readJoinable(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { token, userId, ip }: { token: string; userId: number; ip: string },
): Promise<z.output<typeof listJoinable.data>> {
  const { event_id: eventId } = await getInvited(deps, token, ip)
  const rows = await listOwnOf(deps.db, eventId, userId)
  return rows.map(({ id, name, modality, group_id: groupId, group_name: groupName }) => ({
    id,
    name,
    modality,
    group: groupId === null || groupName === null ? null : { id: groupId, name: groupName },
  }))
}

const present = ({ id, name, kind, is_open, groups_until: until, ...event }: GroupRow) => ({
  id,
  name,
  kind,
  is_open,
  names_until: until && toBrazilianDate(until),
  event: {
    id: event.event_id,
    slug: event.slug,
    title: event.title,
    date_event: toBrazilianDate(event.event_on),
  },
})
