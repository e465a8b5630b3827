import type { z } from 'zod'
import { toBrazilianDate } from '#contract/dates.ts'
import {
  type GroupMember,
  type InvitedGroup,
  type listJoinable,
  type listMyGroups,
  MAX_PAID_TOGETHER,
  type MyGroup,
  type quoteGroupPayment,
} from '#contract/group/group.ts'
import { toDecimal } from '#contract/money.ts'
import { type GroupStep, groupRate, nextStep } from '#contract/pricing/group-price.ts'
import type { Deps } from '#server/deps.ts'
import {
  type GroupPlan,
  type GroupPriced,
  owedOf,
  planGroupPrices,
} from '#server/features/registration/domain/group-price.ts'
import { listGroupPriced } from '#server/features/registration/queries/group-price.ts'
import { AppError } from '#server/lib/errors.ts'
import { countMissing } from './invited/queries.ts'
import { UNKNOWN_GROUPS_BY_ADDRESS } from './limits.ts'
import { listInGroup } from './queries/membership.ts'
import {
  findGroup,
  findInvited,
  type GroupRow,
  getGroupPrice,
  getTotals,
  listCaptained,
  listMembers,
  listOwing,
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
  const totals = await getTotals(deps.db, id)
  const price = await getGroupPrice(deps.db, id, deps.clock.now())
  const ids = await listOwing(deps.db, id, MAX_PAID_TOGETHER)
  const plan = planGroupPrices(await listGroupPriced(deps.db, ids), termsOf(price))
  const invited = await countMissing(deps.db, id)
  const link = `${deps.config.publicUrl}/grupo/${group.token}`
  return {
    ...present(group),
    ...totals,
    invited,
    ...presentPlan(plan),
    price: presentPrice(price),
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
  const { rate } = termsOf(await getGroupPrice(deps.db, id, deps.clock.now()))
  const { prices } = planGroupPrices(rows, { rate, freeEvery: null })
  const members = prices.map(({ single, price }) => ({
    registration_id: price.id,
    name: price.name,
    modality: price.modality,
    category: price.category,
    is_signed: price.is_signed,
    is_paid: price.is_paid,
    owed: toDecimal(owedOf(price)),
    saving: toDecimal(owedOf(single) - owedOf(price)),
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

type Price = Awaited<ReturnType<typeof getGroupPrice>>

/** What the price of a group of this size grants. */
export const termsOf = ({ steps, members, freeEvery }: Price) => ({
  rate: groupRate(steps, members),
  freeEvery,
})

const presentStep = ({ minMembers, rate }: GroupStep) => ({ min_members: minMembers, rate: toDecimal(rate) })

function presentPrice(price: Price): MyGroup['price'] {
  const { steps, members, freeEvery } = price
  if (steps.length === 0 && freeEvery === null) return null
  const next = nextStep(steps, members)
  return { rate: toDecimal(termsOf(price).rate), next: next && presentStep(next), free_every: freeEvery }
}

const presentPlan = ({ owedCents, savedCents, freePlaces }: GroupPlan<GroupPriced>) => ({
  owed: toDecimal(owedCents),
  saving: toDecimal(savedCents),
  free_places: freePlaces,
})

/** Throws 404 for everybody but the captain, and for a registration that is no member. */
export async function readQuote(
  deps: Reader,
  {
    id,
    userId,
    registrationIds,
  }: { id: number; userId: number; registrationIds?: readonly number[] | undefined },
): Promise<z.output<typeof quoteGroupPayment.data>> {
  await getCaptained(deps, id, userId)
  const ids = registrationIds
    ? [...(await listInGroup(deps.db, id, registrationIds))]
    : await listOwing(deps.db, id, MAX_PAID_TOGETHER)
  if (registrationIds && ids.length < new Set(registrationIds).size) throw new AppError('not_found')
  const terms = termsOf(await getGroupPrice(deps.db, id, deps.clock.now()))
  return presentPlan(planGroupPrices(await listGroupPriced(deps.db, ids), terms))
}

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
  const { steps, free_every: freeEvery } = group
  return {
    ...present(group),
    captain: group.captain.split(' ')[0] ?? '',
    prices: steps.map(presentStep),
    free_every: freeEvery,
  }
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
