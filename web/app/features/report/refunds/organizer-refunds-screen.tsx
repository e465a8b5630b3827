import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listOrganizerRefunds } from '#contract/payment/refund.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/route.ts'
import { responseQuery } from '#web/api/data-query.ts'
import { refundInterval } from '#web/features/registration/refund-totals.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { EVENT_REFUNDS_PATH, pathTo } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { MoneyTabs } from '../money-tabs.tsx'
import { REFUND_FILTERS, RefundList } from './refund-list.tsx'

export const meta = pageTitle('Devoluções')

/** The refunds of all events of an organizer, or of those that a realizador may see. */
export default function OrganizerRefundsScreen() {
  const search = useListSearch(REFUND_FILTERS)
  const sent = { ...search.query, page: usePage(), per_page: DEFAULT_PAGE_SIZE }
  const query = useQuery({
    ...responseQuery(['organizer-refunds', sent], listOrganizerRefunds, { query: sent }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => refundInterval(state.data?.sums),
  })
  return (
    <>
      <PageHeader title="Devoluções" description="O dinheiro que volta aos participantes dos seus eventos." />
      <MoneyTabs of="organizer" />
      <RefundList
        search={search}
        query={query}
        nothing="Nada foi devolvido ainda."
        minor={({ event }) => <Link to={pathTo(EVENT_REFUNDS_PATH, event.id)}>{event.name}</Link>}
      />
    </>
  )
}
