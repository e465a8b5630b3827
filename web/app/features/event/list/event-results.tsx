import { useEffect, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import type { State } from '#contract/city/city.ts'
import { plural } from '#contract/words.ts'
import { usedFilters } from '#web/lists/filters.ts'
import { HOME_PATH, RACE_MAP_PATH } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconX } from '#web/ui/icons.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { LoadFailure } from '../load-page.tsx'
import classes from './event-card.module.css'
import { EventGrid } from './event-card.tsx'
import { countFilters, FILTERS, type Filters, isBackwards, listAddress, withFilter } from './filters.ts'
import type { EventList } from './load-events.ts'

interface EventResultsProps {
  list: EventList | null
  offline: boolean
  filters: Filters
  states: readonly State[]
}

export const SEARCH_RESULT = 'Resultado da busca'

export function EventResults({ list, offline, filters, states }: EventResultsProps) {
  const navigation = useNavigation()
  const busy = navigation.location?.pathname === HOME_PATH
  const loading = useDelayed(busy)
  return (
    <section aria-labelledby="corridas" aria-busy={busy}>
      <div className={classes.header}>
        <h2 id="corridas" className={classes.resultsTitle}>
          {countFilters(filters) > 0 ? SEARCH_RESULT : 'Corridas pelo Brasil'}
        </h2>
        <p role="status" className={classes.count}>
          {loading ? <span className="sr-only">Carregando corridas…</span> : list && countWords(list)}
        </p>
        <ActiveFilters filters={filters} states={states} path={HOME_PATH} />
        <Link to={listAddress(filters, RACE_MAP_PATH)} className={classes.other}>
          Ver no mapa
        </Link>
      </div>
      {loading ? (
        <EventGridSkeleton />
      ) : !list ? (
        <LoadFailure message="Erro ao listar os registros." offline={offline} />
      ) : list.events.length === 0 ? (
        <NoEvents filters={filters} path={HOME_PATH} />
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

/** Races to come, as on the map, and past ones. */
function countWords({ meta: { total, coming } }: EventList): string {
  const past = total - coming
  if (past === 0) return racesWords(total)
  const words = `${past} já ${past === 1 ? 'realizada' : 'realizadas'}`
  return coming === 0 ? words : `${racesWords(coming)} e ${words}`
}

export const racesWords = (count: number): string =>
  count === 0 ? 'Nenhuma corrida' : plural(count, 'corrida', 'corridas')

export function NoEvents({ filters, path }: { filters: Filters; path: string }) {
  const filtered = countFilters(filters) > 0
  return (
    <EmptyState
      picture={filtered ? 'search' : 'start'}
      title="Não há eventos cadastrados"
      description={
        isBackwards(filters)
          ? 'A data inicial vem depois da data final. Troque uma delas para ver as corridas do período.'
          : filtered
            ? 'Nenhuma corrida combina com estes filtros. Tente outro nome, outra cidade ou um período maior.'
            : 'As próximas corridas aparecem aqui assim que as inscrições forem publicadas.'
      }
    >
      {filtered && (
        <ButtonLink to={path} preventScrollReset variant="default">
          Ver todas as corridas
        </ButtonLink>
      )}
    </EmptyState>
  )
}

const SKELETONS = [1, 2, 3, 4, 5, 6]

function EventGridSkeleton() {
  return (
    <ul className={classes.grid} aria-hidden data-testid="event-skeletons">
      {SKELETONS.map((key) => (
        <li key={key}>
          <EventCardSkeleton />
        </li>
      ))}
    </ul>
  )
}

function EventCardSkeleton() {
  return (
    <div className={classes.card}>
      <div className={`${classes.media} ${classes.bone}`} />
      <div className={classes.body}>
        <Bone height={24} width="85%" />
        <Bone height={14} width="45%" />
        <Bone height={18} width="60%" />
        <Bone height={18} width="50%" />
        <Bone height={26} width="70%" />
      </div>
      <div className={classes.footer}>
        <Bone height={40} width={96} />
        <Bone height={44} width={108} />
      </div>
    </div>
  )
}

const Bone = (size: { height: number; width: number | string }) => (
  <div className={classes.bone} style={size} />
)

interface ActiveFiltersProps {
  filters: Filters
  states: readonly State[]
  /** The page that they filter. */
  path: string
}

/** The active filters as chips; each links to the page without that filter. */
export function ActiveFilters({ filters, states, path }: ActiveFiltersProps) {
  const active = usedFilters(FILTERS, filters, states)
  if (active.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filtros em uso">
      {active.map(({ name, words }) => (
        <li key={name}>
          <Link
            to={listAddress(withFilter(filters, name, ''), path)}
            preventScrollReset
            className={classes.chip}
          >
            <span className="sr-only">Remover filtro: </span>
            <span className={classes.words}>{words}</span>
            <IconX size={16} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const SHORT_MS = 150

/** True once `busy` has lasted for 150 ms, so that skeletons do not flash before a quick response. */
function useDelayed(busy: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLong(true), SHORT_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [busy])
  return busy && isLong
}
