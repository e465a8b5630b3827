import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { getAccount, previewMerge, previewRemoval, searchAccounts } from '#contract/backoffice/accounts.ts'
import {
  getEnterpriseCity,
  getPerson,
  listEnterpriseCities,
  searchPeople,
} from '#contract/backoffice/directory.ts'
import { getEnterprise, listEnterprises } from '#contract/backoffice/enterprises.ts'
import { listAllEvents } from '#contract/backoffice/events.ts'
import {
  listGatewayMessages,
  listJobs,
  searchAudit,
  searchGatewayMessages,
  searchJobs,
} from '#contract/backoffice/operations.ts'
import { getOrganizer, listOrganizers } from '#contract/backoffice/organizers.ts'
import { getAdminOverview, getEnterpriseOverview } from '#contract/backoffice/overview.ts'
import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import { getStaffUser, listStaff } from '#contract/backoffice/staff.ts'
import { listRefunds } from '#contract/payment/refund-tasks.ts'
import { DEFAULT_PAGE_SIZE, type Route } from '#contract/route.ts'
import { type Arguments, api, type CallInput } from '#web/api/api.ts'
import { dataQuery, responseQuery } from '#web/api/data-query.ts'
import { EVENT_LISTS_KEY } from '#web/features/event/organizer-events.ts'

/** Overviews are refetched at this interval while the page is visible. */
const EVERY_MINUTE = { staleTime: 0, refetchInterval: 60_000 } as const
/** Data that changes at any time: cached data is shown and refetched immediately. */
const LIVE_LIST = { staleTime: 0, placeholderData: keepPreviousData } as const

const KEY = ['back-office'] as const

/** The query for a page of a list. Lists of people are asked for in a body, which no log contains. */
const pageQuery =
  <R extends Route, Part extends 'query' | 'body'>(key: QueryKey, route: R, part: Part) =>
  (asked: NonNullable<CallInput<R>[Part]>) => {
    const input = { [part]: { per_page: DEFAULT_PAGE_SIZE, ...asked } }
    return {
      ...responseQuery<R>([...key, asked], route, ...([input] as unknown as Arguments<R>)),
      ...LIVE_LIST,
    }
  }

export const adminOverviewQuery = {
  ...dataQuery([...KEY, 'admin-overview'], getAdminOverview),
  ...EVERY_MINUTE,
}
export const enterpriseOverviewQuery = {
  ...dataQuery([...KEY, 'enterprise-overview'], getEnterpriseOverview),
  ...EVERY_MINUTE,
}

/** Shares the key prefix of the organizers' lists of events, so that a change in one refreshes all. */
export const allEventsQuery = pageQuery([...EVENT_LISTS_KEY, 'all'], listAllEvents, 'query')

export const ENTERPRISES_KEY = [...KEY, 'enterprises'] as const
export const ENTERPRISES_LIST_KEY = [...ENTERPRISES_KEY, 'list'] as const
export const enterprisesQuery = pageQuery(ENTERPRISES_LIST_KEY, listEnterprises, 'query')
export const enterpriseQuery = (id: number) =>
  dataQuery([...ENTERPRISES_KEY, id], getEnterprise, { params: { id } })

export const ORGANIZERS_KEY = [...KEY, 'organizers'] as const
export const ORGANIZERS_LIST_KEY = [...ORGANIZERS_KEY, 'list'] as const
export const organizersQuery = pageQuery(ORGANIZERS_LIST_KEY, listOrganizers, 'body')
export const organizerQuery = (id: number) =>
  dataQuery([...ORGANIZERS_KEY, id], getOrganizer, { params: { id } })

export const ACCOUNTS_KEY = [...KEY, 'accounts'] as const
/** The key prefix of the lists. Invalidating only these avoids refetching a deleted account. */
export const ACCOUNTS_LIST_KEY = [...ACCOUNTS_KEY, 'list'] as const
export const accountsQuery = pageQuery(ACCOUNTS_LIST_KEY, searchAccounts, 'body')
export const accountQuery = (id: number) => dataQuery([...ACCOUNTS_KEY, id], getAccount, { params: { id } })
/** Never cached, because the decision to merge must be based on current data. */
export const mergePreviewQuery = (id: number, duplicateId: number) => ({
  ...dataQuery([...ACCOUNTS_KEY, id, 'merge', duplicateId], previewMerge, {
    params: { id },
    body: { duplicate_id: duplicateId },
  }),
  staleTime: 0,
  gcTime: 0,
})

/** Never cached, because a removal cannot be undone. */
export const removalPreviewQuery = (cpf: string) => ({
  ...dataQuery([...ACCOUNTS_LIST_KEY, 'removal', cpf], previewRemoval, { body: { cpf } }),
  staleTime: 0,
  gcTime: 0,
})

export const STAFF_KEY = [...KEY, 'staff'] as const
export const STAFF_LIST_KEY = [...STAFF_KEY, 'list'] as const
export const staffQuery = pageQuery(STAFF_LIST_KEY, listStaff, 'body')
export const staffUserQuery = (id: number) => dataQuery([...STAFF_KEY, id], getStaffUser, { params: { id } })

export const JOBS_KEY = [...KEY, 'jobs'] as const
const listJobsQuery = pageQuery(JOBS_KEY, listJobs, 'query')
const searchJobsQuery = pageQuery(JOBS_KEY, searchJobs, 'body')
export const jobsQuery = (asked: Parameters<typeof searchJobsQuery>[0]) =>
  asked.search ? searchJobsQuery(asked) : listJobsQuery(asked)

export const MESSAGES_KEY = [...KEY, 'messages'] as const
const listMessagesQuery = pageQuery(MESSAGES_KEY, listGatewayMessages, 'query')
const searchMessagesQuery = pageQuery(MESSAGES_KEY, searchGatewayMessages, 'body')
export const messagesQuery = (asked: Parameters<typeof searchMessagesQuery>[0]) =>
  asked.search ? searchMessagesQuery(asked) : listMessagesQuery(asked)

export const REFUNDS_KEY = [...KEY, 'refunds'] as const
export const refundsQuery = pageQuery(REFUNDS_KEY, listRefunds, 'query')

export const auditQuery = pageQuery([...KEY, 'audit'], searchAudit, 'body')

export const SECURITY_LOG_KEY = [...KEY, 'security-log'] as const
export const securityLogQuery = (body: CallInput<typeof searchSecurityLog>['body']) =>
  infiniteQueryOptions({
    queryKey: [...SECURITY_LOG_KEY, body],
    queryFn: ({ signal, pageParam }) =>
      api(searchSecurityLog, { body: { ...body, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
    ...LIVE_LIST,
  })

export const peopleQuery = pageQuery([...KEY, 'people'], searchPeople, 'body')
export const personQuery = (id: number) => dataQuery([...KEY, 'person', id], getPerson, { params: { id } })

export const enterpriseCitiesQuery = pageQuery([...KEY, 'cities'], listEnterpriseCities, 'query')
export const enterpriseCityQuery = (id: number) =>
  dataQuery([...KEY, 'city', id], getEnterpriseCity, { params: { id } })
