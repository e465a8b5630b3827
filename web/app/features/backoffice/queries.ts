import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAccount, previewMerge, searchAccounts } from '#contract/backoffice/accounts.ts'
import { getCompanyCity, getPerson, listCompanyCities, searchPeople } from '#contract/backoffice/company.ts'
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
import { getAdminOverview, getCompanyOverview } from '#contract/backoffice/overview.ts'
import { searchSecurityLog } from '#contract/backoffice/security-log.ts'
import { getStaffUser, listStaff } from '#contract/backoffice/staff.ts'
import { listRefunds } from '#contract/refund.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { api, type CallInput } from '../../api.ts'
import { EVENT_LISTS_KEY } from '../event/manage/queries.ts'

/** Overviews are fetched again at this interval while the page is visible. */
const EVERY_MINUTE = { staleTime: 0, refetchInterval: 60_000 } as const
/** Data that changes by itself: cached data is shown and fetched again at once. */
const LIVE_LIST = { staleTime: 0, placeholderData: keepPreviousData } as const

const KEY = ['back-office'] as const

export const adminOverviewQuery = queryOptions({
  queryKey: [...KEY, 'admin-overview'],
  queryFn: async ({ signal }) => (await api(getAdminOverview, { signal })).data,
  ...EVERY_MINUTE,
})
export const companyOverviewQuery = queryOptions({
  queryKey: [...KEY, 'company-overview'],
  queryFn: async ({ signal }) => (await api(getCompanyOverview, { signal })).data,
  ...EVERY_MINUTE,
})

type AllEvents = NonNullable<CallInput<typeof listAllEvents>['query']>
/** Shares its key with the organizers' lists of events, so that a change in one refreshes all. */
export const allEventsQuery = (query: AllEvents) =>
  queryOptions({
    queryKey: [...EVENT_LISTS_KEY, 'all', query],
    queryFn: ({ signal }) => api(listAllEvents, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    ...LIVE_LIST,
  })

export const ENTERPRISES_KEY = [...KEY, 'enterprises'] as const
export const ENTERPRISES_LIST_KEY = [...ENTERPRISES_KEY, 'list'] as const
type Enterprises = NonNullable<CallInput<typeof listEnterprises>['query']>
export const enterprisesQuery = (query: Enterprises) =>
  queryOptions({
    queryKey: [...ENTERPRISES_LIST_KEY, query],
    queryFn: ({ signal }) =>
      api(listEnterprises, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    placeholderData: keepPreviousData,
  })
export const enterpriseQuery = (id: number) =>
  queryOptions({
    queryKey: [...ENTERPRISES_KEY, id],
    queryFn: async ({ signal }) => (await api(getEnterprise, { params: { id }, signal })).data,
  })

export const ORGANIZERS_KEY = [...KEY, 'organizers'] as const
export const ORGANIZERS_LIST_KEY = [...ORGANIZERS_KEY, 'list'] as const
type Organizers = CallInput<typeof listOrganizers>['body']
export const organizersQuery = (body: Organizers) =>
  queryOptions({
    queryKey: [...ORGANIZERS_LIST_KEY, body],
    queryFn: ({ signal }) => api(listOrganizers, { body: { per_page: DEFAULT_PAGE_SIZE, ...body }, signal }),
    ...LIVE_LIST,
  })
export const organizerQuery = (id: number) =>
  queryOptions({
    queryKey: [...ORGANIZERS_KEY, id],
    queryFn: async ({ signal }) => (await api(getOrganizer, { params: { id }, signal })).data,
  })

export const ACCOUNTS_KEY = [...KEY, 'accounts'] as const
/** Without the records: one that was deleted is not asked for again. */
export const ACCOUNTS_LIST_KEY = [...ACCOUNTS_KEY, 'list'] as const
type Accounts = CallInput<typeof searchAccounts>['body']
export const accountsQuery = (body: Accounts) =>
  queryOptions({
    queryKey: [...ACCOUNTS_LIST_KEY, body],
    queryFn: ({ signal }) => api(searchAccounts, { body: { per_page: DEFAULT_PAGE_SIZE, ...body }, signal }),
    ...LIVE_LIST,
  })
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, id],
    queryFn: async ({ signal }) => (await api(getAccount, { params: { id }, signal })).data,
  })
export const mergePreviewQuery = (id: number, duplicateId: number) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, id, 'merge', duplicateId],
    queryFn: async ({ signal }) =>
      (await api(previewMerge, { params: { id }, body: { duplicate_id: duplicateId }, signal })).data,
    // The decision must be based on current data.
    staleTime: 0,
    gcTime: 0,
  })

export const STAFF_KEY = [...KEY, 'staff'] as const
export const STAFF_LIST_KEY = [...STAFF_KEY, 'list'] as const
type Staff = CallInput<typeof listStaff>['body']
export const staffQuery = (body: Staff) =>
  queryOptions({
    queryKey: [...STAFF_LIST_KEY, body],
    queryFn: ({ signal }) => api(listStaff, { body: { per_page: DEFAULT_PAGE_SIZE, ...body }, signal }),
    ...LIVE_LIST,
  })
export const staffUserQuery = (id: number) =>
  queryOptions({
    queryKey: [...STAFF_KEY, id],
    queryFn: async ({ signal }) => (await api(getStaffUser, { params: { id }, signal })).data,
  })

export const JOBS_KEY = [...KEY, 'jobs'] as const
type Jobs = NonNullable<CallInput<typeof listJobs>['query']>
export const jobsQuery = (query: Jobs) =>
  queryOptions({
    queryKey: [...JOBS_KEY, query],
    queryFn: ({ signal }) =>
      query.search
        ? api(searchJobs, { body: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal })
        : api(listJobs, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    ...LIVE_LIST,
  })

export const MESSAGES_KEY = [...KEY, 'messages'] as const
type Messages = NonNullable<CallInput<typeof listGatewayMessages>['query']>
export const messagesQuery = (query: Messages) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, query],
    queryFn: ({ signal }) =>
      query.search
        ? api(searchGatewayMessages, { body: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal })
        : api(listGatewayMessages, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    ...LIVE_LIST,
  })

export const REFUNDS_KEY = [...KEY, 'refunds'] as const
type Refunds = NonNullable<CallInput<typeof listRefunds>['query']>
export const refundsQuery = (query: Refunds) =>
  queryOptions({
    queryKey: [...REFUNDS_KEY, query],
    queryFn: ({ signal }) => api(listRefunds, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    ...LIVE_LIST,
  })

type Audit = CallInput<typeof searchAudit>['body']
export const auditQuery = (body: Audit) =>
  queryOptions({
    queryKey: [...KEY, 'audit', body],
    queryFn: ({ signal }) => api(searchAudit, { body: { per_page: DEFAULT_PAGE_SIZE, ...body }, signal }),
    ...LIVE_LIST,
  })

export const SECURITY_LOG_KEY = [...KEY, 'security-log'] as const
type SecuritySearch = CallInput<typeof searchSecurityLog>['body']
export const securityLogQuery = (body: SecuritySearch) =>
  infiniteQueryOptions({
    queryKey: [...SECURITY_LOG_KEY, body],
    queryFn: ({ signal, pageParam }) =>
      api(searchSecurityLog, { body: { ...body, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
    ...LIVE_LIST,
  })

type People = CallInput<typeof searchPeople>['body']
export const peopleQuery = (body: People) =>
  queryOptions({
    queryKey: [...KEY, 'people', body],
    queryFn: ({ signal }) => api(searchPeople, { body: { per_page: DEFAULT_PAGE_SIZE, ...body }, signal }),
    ...LIVE_LIST,
  })
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'person', id],
    queryFn: async ({ signal }) => (await api(getPerson, { params: { id }, signal })).data,
  })

type Cities = NonNullable<CallInput<typeof listCompanyCities>['query']>
export const companyCitiesQuery = (query: Cities) =>
  queryOptions({
    queryKey: [...KEY, 'cities', query],
    queryFn: ({ signal }) =>
      api(listCompanyCities, { query: { per_page: DEFAULT_PAGE_SIZE, ...query }, signal }),
    ...LIVE_LIST,
  })
export const companyCityQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'city', id],
    queryFn: async ({ signal }) => (await api(getCompanyCity, { params: { id }, signal })).data,
  })
