import { type ReactNode, useState } from 'react'
import { data } from 'react-router'
import { apiContext } from '#web/api/api-context.ts'
import { sharedPage } from '#web/ui/page-title.ts'
import { TrackArt } from '#web/ui/track-art.tsx'
import type { Route } from './+types/home-screen'
import { EventResults } from './event-results.tsx'
import { FilterForm } from './filter-form.tsx'
import classes from './home-hero.module.css'
import { type HomeData, loadEvents } from './load-events.ts'
import { useFilters } from './use-filters.ts'

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
  const [knownStates, setKnownStates] = useState(states)
  // After a failed load, the states of the previous one remain.
  if (states.length > 0 && states !== knownStates) setKnownStates(states)
  return (
    <>
      <HomeHero>
        <FilterForm filters={filters} states={knownStates} raceCities={raceCities} />
      </HomeHero>
      <EventResults list={list} offline={offline} filters={filters.applied} states={knownStates} />
    </>
  )
}

function HomeHero({ children }: { children: ReactNode }) {
  return (
    <header className={classes.hero}>
      <TrackArt className={classes.art} />
      <h1 className={classes.title}>Escolha a sua próxima largada</h1>
      <p className={classes.words}>Corridas de rua em todo o Brasil, com inscrição em poucos minutos.</p>
      {children}
    </header>
  )
}
