import { Button } from '@mantine/core'
import { Link, useNavigation } from 'react-router'
import type { State } from '#contract/city.ts'
import { HOME_PATH } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { EventGrid, EventGridSkeleton } from './event-grid.tsx'
import classes from './event-results.module.css'
import { countFilters, type Filters } from './filters.ts'
import type { EventList } from './load-events.ts'
import { LoadFailure } from './load-failure.tsx'
import { useLasting } from './use-lasting.ts'

interface EventResultsProps {
  /** Null when it could not be loaded. */
  list: EventList | null
  offline: boolean
  filters: Filters
  states: readonly State[]
}

export function EventResults({ list, offline, filters, states }: EventResultsProps) {
  const navigation = useNavigation()
  const busy = navigation.location?.pathname === '/'
  const loading = useLasting(busy)
  const filtered = countFilters(filters) > 0
  return (
    <section aria-labelledby="corridas" aria-busy={busy}>
      <div className={classes.header}>
        <h2 id="corridas" className={classes.title}>
          {filtered ? 'Resultado da busca' : 'Corridas pelo Brasil'}
        </h2>
        <p role="status" className={classes.count}>
          {loading ? <span className="sr-only">Carregando corridas…</span> : list && countWords(list)}
        </p>
        <ActiveFilters filters={filters} states={states} />
      </div>
      {loading ? (
        <EventGridSkeleton />
      ) : !list ? (
        <LoadFailure message="Erro ao listar os registros." offline={offline} />
      ) : list.events.length === 0 ? (
        <NoEvents filtered={filtered} />
      ) : (
        <EventGrid events={list.events} today={list.today} />
      )}
      {list && (
        <div className={classes.pages}>
          <Pagination page={list.meta.current_page} lastPage={list.meta.last_page} />
        </div>
      )}
    </section>
  )
}

function countWords({ meta: { total } }: EventList): string {
  if (total === 0) return 'Nenhuma corrida'
  return total === 1 ? '1 corrida' : `${total} corridas`
}

function NoEvents({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      title="Não há eventos cadastrados"
      description={
        filtered
          ? 'Nenhuma corrida combina com estes filtros. Tente outro nome, outra cidade ou um período maior.'
          : 'As próximas corridas aparecem aqui assim que as inscrições forem publicadas.'
      }
    >
      {filtered && (
        <Button component={Link} to={HOME_PATH} preventScrollReset variant="default">
          Ver todas as corridas
        </Button>
      )}
    </EmptyState>
  )
}
