import { getOrganizerToday } from '#contract/report/home.ts'
import { dataQuery } from '#web/api/data-query.ts'

export const TODAY_KEY = ['report', 'morning']
export const todayQuery = { ...dataQuery(TODAY_KEY, getOrganizerToday), staleTime: 0 }
