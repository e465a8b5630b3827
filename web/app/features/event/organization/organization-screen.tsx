import { data, isRouteErrorResponse } from 'react-router'
import { organizerJsonLd } from '#contract/organizer-json-ld.ts'
import { apiContext } from '../../../api-context.ts'
import { HOME_PATH } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { sharedPage } from '../../../ui/page-title.ts'
import { LoadFailure } from '../load-failure.tsx'
import type { Route } from './+types/organization-screen'
import { loadOrganization, type OrganizationData } from './load-organization.ts'
import { OrganizationPage } from './organization-page.tsx'

const OFFLINE = 'offline'
const MISSING = 'Organizador não encontrado'

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadOrganization(context.get(apiContext), params.organizer, new URL(request.url))

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (reason) {
    throw reason instanceof TypeError ? data(OFFLINE, { status: 503 }) : reason
  }
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return organizationMeta(loaderData)
  const missing = isRouteErrorResponse(error) && error.status === 404
  return [{ title: `${missing ? MISSING : 'Organizador'} · Largada` }, { name: 'robots', content: 'noindex' }]
}

export default function Organization({ loaderData }: Route.ComponentProps) {
  return <OrganizationPage {...loaderData} />
}

/** Rendered inside the layout, so that people with an old link can navigate on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Any other error is handled by the root's error page.
  if (!isRouteErrorResponse(error)) throw error
  return error.status === 404 ? (
    <Missing />
  ) : (
    <>
      <h1 className="sr-only">Organizador</h1>
      <LoadFailure message="Erro ao consultar o registro." offline={error.data === OFFLINE} />
    </>
  )
}

const LONGEST_DESCRIPTION = 160

function organizationMeta({ organization, url }: OrganizationData) {
  const { fantasy_name: name, about, coming } = organization
  const words =
    about?.replaceAll(/\s+/g, ' ') ??
    `Veja as corridas de ${name}, com datas, kits e preços, e inscreva-se na Largada.`
  return [
    ...sharedPage({
      title: name,
      description: words.length > LONGEST_DESCRIPTION ? `${words.slice(0, LONGEST_DESCRIPTION - 1)}…` : words,
      url,
      image: new URL(coming[0]?.picture?.src ?? '/social-card.png', url).href,
    }),
    { 'script:ld+json': organizerJsonLd(organization, url) },
  ]
}

function Missing() {
  return (
    <>
      <h1 className="sr-only">{MISSING}</h1>
      <EmptyState
        title={`${MISSING}.`}
        description="O endereço pode ter mudado ou o organizador saiu do ar. Veja as corridas que estão com inscrições abertas."
      >
        <ButtonLink to={{ pathname: HOME_PATH, search: '?status=1' }}>Ver corridas abertas</ButtonLink>
      </EmptyState>
    </>
  )
}
