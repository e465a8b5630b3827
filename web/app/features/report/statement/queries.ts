import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  exportCompanyStatement,
  exportOrganizerStatement,
  getCompanyStatement,
  getOrganizerStatement,
} from '#contract/report/statement.ts'
import { api, apiFile } from '../../../api.ts'
import type { StatementFilters } from './filters.ts'

/** Whose statement: of all the company's events, or of one's own. */
export type StatementOf = 'company' | 'organizer'

const ROUTES = {
  company: { read: getCompanyStatement, file: exportCompanyStatement },
  organizer: { read: getOrganizerStatement, file: exportOrganizerStatement },
} as const

export const statementQuery = (of: StatementOf, query: StatementFilters) =>
  queryOptions({
    queryKey: ['statement', of, query],
    queryFn: async ({ signal }) => (await api(ROUTES[of].read, { query, signal })).data,
    // Money comes and goes all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const statementFile = (of: StatementOf, query: StatementFilters): Promise<Blob> =>
  apiFile(ROUTES[of].file, { query })
