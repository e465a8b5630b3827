import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getMyGroup,
  listGroupMembers,
  listJoinable,
  listMyGroups,
  type MEMBER_STATES,
  quoteGroupPayment,
  readGroupInvitation,
} from '#contract/group/group.ts'
import { listInvited } from '#contract/group/invited.ts'
import { api } from '#web/api/api.ts'
import { FRESH, REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'

// Begins with the key of the registrations, because their changes change groups too.
const KEY = [...REGISTRATIONS_KEY, 'groups'] as const
export const MEMBERS_PER_PAGE = 50

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...KEY, 'invitation', token],
    queryFn: async ({ signal }) => (await api(readGroupInvitation, { params: { token }, signal })).data,
  })

export const joinableQuery = (token: string) =>
  queryOptions({
    queryKey: [...KEY, 'joinable', token],
    queryFn: async ({ signal }) => (await api(listJoinable, { params: { token }, signal })).data,
    ...FRESH,
  })

export const myGroupsQuery = queryOptions({
  queryKey: [...KEY, 'mine'],
  queryFn: async ({ signal }) => (await api(listMyGroups, { signal })).data,
  ...FRESH,
})

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: async ({ signal }) => (await api(getMyGroup, { params: { id }, signal })).data,
    ...FRESH,
  })

export const membersQuery = (id: number, state: keyof typeof MEMBER_STATES | undefined, page: number) =>
  queryOptions({
    queryKey: [...KEY, id, 'members', state, page],
    queryFn: ({ signal }) =>
      api(listGroupMembers, {
        params: { id },
        query: { state, page, per_page: MEMBERS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })

/** What paying for these members costs. */
export const quoteQuery = (id: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...KEY, id, 'quote', ids],
    queryFn: async ({ signal }) =>
      (await api(quoteGroupPayment, { params: { id }, body: { registration_ids: [...ids] }, signal })).data,
    placeholderData: keepPreviousData,
    ...FRESH,
  })

export const invitedQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...KEY, id, 'invited', page],
    queryFn: ({ signal }) =>
      api(listInvited, { params: { id }, query: { page, per_page: MEMBERS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
