import { getEventDashboard } from '#contract/report/dashboard.ts'
import { dataQuery } from '#web/api/data-query.ts'

export const panelQuery = (id: number) => ({
  ...dataQuery(['report', 'event', id], getEventDashboard, { params: { id } }),
  staleTime: 0,
})
