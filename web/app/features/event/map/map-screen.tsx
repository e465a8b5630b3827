import { data, Link } from 'react-router'
import type { RacePlace } from '#contract/event/event.ts'
import { plural } from '#contract/words.ts'
import { apiContext } from '#web/api/api-context.ts'
import { RACE_MAP_PATH } from '#web/paths.ts'
import { sharedPage } from '#web/ui/page-title.ts'
import listClasses from '../list/event-card.module.css'
import { ActiveFilters, NoEvents, racesWords, SEARCH_RESULT } from '../list/event-results.tsx'
import { FilterForm } from '../list/filter-form.tsx'
import { countFilters, listAddress } from '../list/filters.ts'
import { loadPlaces, type MapData } from '../list/load-events.ts'
import { SearchHero } from '../list/search-hero.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useKnownStates } from '../list/use-known-states.ts'
import { LoadFailure } from '../load-page.tsx'
import type { Route } from './+types/map-screen'
import { RaceMap } from './race-map.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const map = await loadPlaces(context.get(apiContext), new URL(request.url))
  return data(map, { status: map.places ? 200 : 503 })
}

export async function clientLoader({
  serverLoader,
}: Pick<Route.ClientLoaderArgs, 'serverLoader'>): Promise<MapData> {
  try {
    return await serverLoader()
  } catch (reason) {
    return { places: null, states: [], raceCities: [], offline: reason instanceof TypeError }
  }
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  const { origin } = root.loaderData
  return sharedPage({
    title: 'Corridas de rua no mapa do Brasil',
    description: 'Veja no mapa onde são as próximas corridas de rua, por estado e por cidade.',
    url: `${origin}${RACE_MAP_PATH}`,
    image: `${origin}/social-card.png`,
  })
}

export default function MapScreen({
  loaderData: { places, states, raceCities, offline },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  const filters = useFilters()
  const knownStates = useKnownStates(states)
  const { applied } = filters
  return (
    <>
      <SearchHero title="Corridas no mapa" words="Escolha um estado e depois a cidade.">
        <FilterForm filters={filters} states={knownStates} raceCities={raceCities} />
      </SearchHero>
      <section aria-labelledby="lugares">
        <div className={listClasses.header}>
          <h2 id="lugares" className={listClasses.resultsTitle}>
            {countFilters(applied) > 0 ? SEARCH_RESULT : 'Próximas corridas'}
          </h2>
          <p role="status" className={listClasses.count}>
            {places && countWords(places)}
          </p>
          <ActiveFilters filters={applied} states={knownStates} path={RACE_MAP_PATH} />
          <Link to={listAddress(applied)} className={listClasses.other}>
            Ver em lista
          </Link>
        </div>
        {!places ? (
          <LoadFailure message="Erro ao listar os registros." offline={offline} />
        ) : places.length === 0 ? (
          <NoEvents filters={applied} path={RACE_MAP_PATH} />
        ) : (
          <RaceMap places={places} filters={applied} states={knownStates} />
        )}
      </section>
    </>
  )
}

function countWords(places: readonly RacePlace[]): string {
  const races = places.reduce((sum, { count }) => sum + count, 0)
  if (races === 0) return racesWords(0)
  return `${racesWords(races)} em ${plural(places.length, 'cidade', 'cidades')}`
}
