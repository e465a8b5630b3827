import { data } from 'react-router'
import { apiContext } from '#web/api/api-context.ts'
import { sharedPage } from '#web/ui/page-title.ts'
import type { Route } from './+types/home-screen'
import { EventResults } from './event-results.tsx'
import { FilterForm } from './filter-form.tsx'
import { type HomeData, loadEvents } from './load-events.ts'
import { SearchHero } from './search-hero.tsx'
import { useFilters } from './use-filters.ts'
import { useKnownStates } from './use-known-states.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const home = await loadEvents(context.get(apiContext), new URL(request.url))
  return data(home, { status: home.list ? 200 : 503 })
}

/** Renders the page with an error instead of failing the navigation when the data cannot be loaded. */
export async function clientLoader({
  serverLoader,
}: Pick<Route.ClientLoaderArgs, 'serverLoader'>): Promise<HomeData> {
  try {
    return await serverLoader()
  } catch (reason) {
    // Redirects are thrown as responses and are not failures.
    if (reason instanceof Response) throw reason
    return { list: null, states: [], raceCities: [], offline: reason instanceof TypeError }
  }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  const { origin } = root.loaderData
  const page = loaderData?.list?.meta.current_page ?? 1
  return sharedPage({
    title: 'Corridas de rua no Brasil',
    description:
      'Encontre corridas de rua em todo o Brasil por nome, data e cidade, compare kits e preços e faça a sua inscrição.',
    // The canonical URL has no filters.
    url: page > 1 ? `${origin}/?pagina=${page}` : `${origin}/`,
    image: `${origin}/social-card.png`,
  })
}

export default function Home({
  loaderData: { list, states, raceCities, offline },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  const filters = useFilters()
  const knownStates = useKnownStates(states)
  return (
    <>
      <SearchHero
        title="Escolha a sua próxima largada"
        words="Corridas de rua em todo o Brasil, com inscrição em poucos minutos."
      >
        <FilterForm filters={filters} states={knownStates} raceCities={raceCities} />
      </SearchHero>
      <EventResults list={list} offline={offline} filters={filters.applied} states={knownStates} />
    </>
  )
}
