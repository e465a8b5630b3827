import { IconCalendarQuestion, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_SORTED, type ParticipantRow } from '#contract/participants/participants.ts'
import { countWords } from '#contract/words.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { nextSort, readSorting, SORT_PARAM } from '#web/lists/sorting.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { eventsPath } from '#web/navigation/staff-paths.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { SessionRefresh } from '#web/session/session-refresh.tsx'
import { useMay } from '#web/session/use-may.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { useScrollRestoration } from '#web/ui/use-scroll-restoration.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { PanelSheet } from '../panel/panel-sheet.tsx'
import { participantsQuery } from '../queries.ts'
import { RightsLink } from '../rights/rights-link.tsx'
import { DisplayChoice, useDisplay } from './display-choice.tsx'
import { PARTICIPANT_FILTERS } from './filters.ts'
import { participantColumns } from './participant-columns.tsx'
import { FilterBar } from './participant-filters.tsx'
import classes from './participants.module.css'
import { SelectionBar } from './selection-bar.tsx'
import { isCutOff, PARTICIPANT_SORTING } from './sorting.ts'
import { TotalsStrip } from './totals-strip.tsx'
import { useSelection } from './use-selection.ts'
import { Views } from './views.tsx'

export const meta = pageTitle('Participantes')

/** The participants of an event, for its organizer, Admin and Empresa. */
export default function ParticipantsScreen() {
  const eventId = useIdParam()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <SessionRefresh />
      {eventId === null ? (
        <NoEvent session={session} />
      ) : (
        <Participants eventId={eventId} session={session} />
      )}
    </>
  )
}

function Participants({ eventId, session }: { eventId: number; session: Session }) {
  const search = useListSearch(PARTICIPANT_FILTERS, { forPeople: true })
  const sorting = readSorting(search.param(SORT_PARAM), PARTICIPANT_SORTING)
  const filters = { ...search.query, search: search.search }
  const page = usePage()
  const list = useQuery(participantsQuery(eventId, filters, page, sorting))
  const failure = listFailure(list)
  const [cancelled, setCancelled] = useState<ParticipantRow | null>(null)
  const mayEdit = useMay('edit-registration-participant-event')
  const maySelect = [mayEdit, useMay('export-listing-participants')].some(Boolean)
  const selection = useSelection({ eventId, ...filters }, list.data?.data)
  const { isWide, ...display } = useDisplay()
  const columns = participantColumns({
    mayEdit,
    onCancel: setCancelled,
    selection: maySelect ? selection : null,
  }).filter(({ key }) => display.isShown(key))
  const userId = session.user.id
  useScrollRestoration(list.data !== undefined)
  const isFiltered = search.isFiltered || search.search !== '' || page > 1
  return (
    <>
      <PageHeader
        hidden
        title="Participantes"
        tab={list.data && `Participantes · ${list.data.event.title}`}
      />
      {!failure && <TotalsStrip meta={list.data?.meta} filters={search.filters} onChange={search.change} />}
      <FilterBar key={eventId} list={search} event={list.data?.event}>
        <Views key={eventId} eventId={eventId} userId={userId} list={search} />
        <DisplayChoice {...display} />
        {mayEdit && <RightsLink eventId={eventId} />}
        <ExportButton eventId={eventId} userId={userId} filters={filters} found={list.data?.meta} />
      </FilterBar>
      <div
        className={classes.list}
        data-stale={list.isPlaceholderData || undefined}
        data-compact={display.isCompact || undefined}
      >
        <DataTable
          dense
          compact={display.isCompact}
          stickyHeader={isWide ? 'frame' : 'page'}
          caption="Participantes"
          columns={columns}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          meta={list.data?.meta}
          empty={<NobodyFound isFiltered={isFiltered} />}
          failure={failure}
          sorting={{
            ...sorting,
            onSort: (by) => search.setParam(SORT_PARAM, nextSort(sorting, by, PARTICIPANT_SORTING)),
          }}
        />
        {list.data && isCutOff(list.data.meta) && (
          <p className={classes.cutOff}>
            A lista ordenada mostra as primeiras {countWords(MOST_SORTED)} inscrições. Filtre ou inverta a
            ordem para ver as outras.
          </p>
        )}
      </div>
      <SelectionBar eventId={eventId} userId={userId} selection={selection} />
      <PanelSheet ids={list.data?.data.map(({ id }) => id) ?? []} />
      <CancelDialog row={cancelled} onClose={() => setCancelled(null)} />
    </>
  )
}

function NobodyFound({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState
        title="Nenhum participante encontrado."
        description="Assim que alguém se inscrever, aparece aqui."
        icon={<IconUsersGroup size={28} />}
      />
    )
  return (
    <EmptyState
      title="Nenhum participante encontrado."
      description="Ninguém combina com essa busca."
      icon={<IconSearch size={28} />}
    >
      <LinkButton to={{ search: '' }} variant="default">
        Ver todos
      </LinkButton>
    </EmptyState>
  )
}

function NoEvent({ session }: { session: Session }) {
  return (
    <>
      <PageHeader title="Participantes" />
      <div role="alert">
        <EmptyState title="ID do evento não fornecido na URL." icon={<IconCalendarQuestion size={28} />}>
          <LinkButton to={eventsPath(session)}>Ver eventos</LinkButton>
        </EmptyState>
      </div>
    </>
  )
}
