import { dayIn } from '#contract/dates.ts'
import { organizerJsonLd } from '#contract/organizer/organizer-json-ld.ts'
import type { getOrganizerPage } from '#contract/organizer/organizer-profile.ts'
import { apiContext } from '#web/api/api-context.ts'
import { LoadProblem, loadRecord, orOffline, problemMeta } from '#web/features/event/load-page.tsx'
import { ORGANIZATION_PATH, pathTo } from '#web/paths.ts'
import { sharedPage } from '#web/ui/page-title.ts'
import type { Route } from './+types/organization-screen'
import { type OrganizationData, OrganizationPage } from './organization-page.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<OrganizationData> {
  const path = `/organizers/${encodeURIComponent(params.organizer)}`
  const { data: organization } = await loadRecord<typeof getOrganizerPage>(context.get(apiContext), path)
  return {
    organization,
    today: dayIn('America/Sao_Paulo', new Date()),
    url: new URL(pathTo(ORGANIZATION_PATH, organization.slug), request.url).href,
  }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => orOffline(serverLoader())

export const meta = ({ loaderData, error }: Route.MetaArgs) =>
  loaderData ? organizationMeta(loaderData) : problemMeta('Organizador', error)

export default function Organization({ loaderData }: Route.ComponentProps) {
  return <OrganizationPage {...loaderData} />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadProblem
    kind="Organizador"
    error={error}
    missing="O endereço pode ter mudado ou o organizador saiu do ar."
  />
)

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
