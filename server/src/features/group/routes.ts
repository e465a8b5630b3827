import {
  createGroup as createRoute,
  getMyGroup,
  joinGroup as joinRoute,
  leaveGroup as leaveRoute,
  listGroupMembers,
  listJoinable,
  listMyGroups,
  payForGroup as payRoute,
  quoteGroupPayment,
  readGroupInvitation,
} from '#contract/group/group.ts'
import {
  inviteMembers as inviteRoute,
  listInvited,
  removeInvited as removeInvitedRoute,
} from '#contract/group/invited.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { createGroup } from './create-group.ts'
import { inviteMembers, readInvitedPage, removeInvited } from './invited/invite-members.ts'
import { joinGroup } from './join-group.ts'
import { leaveGroup } from './leave-group.ts'
import { payForGroup } from './pay-group.ts'
import {
  readInvitation,
  readJoinable,
  readMembers,
  readMyGroup,
  readMyGroups,
  readQuote,
} from './read-group.ts'

export function groupRoutes(api: Api, deps: Deps): void {
  api.handle(createRoute, async ({ body, caller, ip }) => {
    const { event_id: eventId, name, kind } = body
    const id = await createGroup(deps, { userId: caller.userId, eventId, name, kind, ip })
    return { data: { id }, message: 'Grupo criado.' }
  })
  api.handle(listMyGroups, async ({ caller }) => ({ data: await readMyGroups(deps, caller.userId) }))
  api.handle(getMyGroup, async ({ params, caller }) => ({
    data: await readMyGroup(deps, params.id, caller.userId),
  }))
  api.handle(listGroupMembers, async ({ params, query, caller }) => {
    const { page, per_page: perPage, state } = query
    const { members, total } = await readMembers(deps, {
      id: params.id,
      userId: caller.userId,
      page,
      perPage,
      state,
    })
    return { data: members, meta: pageMeta(page, perPage, total) }
  })
  api.handle(payRoute, async ({ params, body, caller, ip }) => {
    const link = await payForGroup(deps, {
      groupId: params.id,
      userId: caller.userId,
      registrationIds: body.registration_ids,
      expectedCents: body.expected_total,
      ip,
    })
    return { data: { payment_link: link }, message: 'Pagamento gerado.' }
  })
  api.handle(quoteGroupPayment, async ({ params, body, caller }) => ({
    data: await readQuote(deps, {
      id: params.id,
      userId: caller.userId,
      registrationIds: body.registration_ids,
    }),
  }))
  api.handle(leaveRoute, async ({ params, caller, ip }) => {
    const { id: groupId, registrationId } = params
    await leaveGroup(deps, { groupId, registrationId, userId: caller.userId, ip })
    return { message: 'A inscrição saiu do grupo e continua valendo.' }
  })
  api.handle(listInvited, async ({ params, query, caller }) => {
    const { page, per_page: perPage } = query
    const wanted = { groupId: params.id, userId: caller.userId, page, perPage }
    const { invited, total } = await readInvitedPage(deps, wanted)
    return { data: invited, meta: pageMeta(page, perPage, total) }
  })
  api.handle(inviteRoute, async ({ params, body, caller, ip }) => {
    const sheet = { groupId: params.id, userId: caller.userId, rows: body.rows, ip }
    return { data: { invited: await inviteMembers(deps, sheet) } }
  })
  api.handle(removeInvitedRoute, async ({ params, caller }) => {
    await removeInvited(deps, { groupId: params.id, userId: caller.userId, id: params.invitedId })
    return { message: 'Convite retirado.' }
  })
  api.handle(readGroupInvitation, async ({ params, ip, reply }) => {
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    return { data: await readInvitation(deps, params.token, ip) }
  })
  api.handle(listJoinable, async ({ params, caller, ip }) => ({
    data: await readJoinable(deps, { token: params.token, userId: caller.userId, ip }),
  }))
  api.handle(joinRoute, async ({ params, body, caller, ip }) => {
    const { registration_ids: registrationIds } = body
    await joinGroup(deps, { token: params.token, userId: caller.userId, registrationIds, ip })
    return { message: 'Você entrou no grupo.' }
  })
}
