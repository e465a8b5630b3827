import { data, isRouteErrorResponse } from 'react-router'
import { apiContext } from '../../api-context.ts'
import type { Route } from './+types/event-screen'
import { eventMeta } from './event-meta.ts'
import { EventPage } from './event-page.tsx'
import { EventProblem } from './event-problem.tsx'
import { loadEvent } from './load-event.ts'

const OFFLINE = 'offline'

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadEvent(context.get(apiContext), params.slug, new URL(request.url))

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (reason) {
    throw reason instanceof TypeError ? data(OFFLINE, { status: 503 }) : reason
  }
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return eventMeta(loaderData)
  const missing = isRouteErrorResponse(error) && error.status === 404
  return [
    { title: `${missing ? 'Evento não encontrado' : 'Evento'} · Largada` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Event({ loaderData }: Route.ComponentProps) {
  return <EventPage {...loaderData} />
}

/** Stays inside the layout: whoever followed an old link is still on the site. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // A screen that crashed is the root's to tell.
  if (!isRouteErrorResponse(error)) throw error
  return <EventProblem missing={error.status === 404} offline={error.data === OFFLINE} />
}
