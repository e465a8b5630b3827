import { dayIn, type IsoDate } from '#contract/dates.ts'
import type { getOrganizerPage, OrganizerPage } from '#contract/organizer-profile.ts'
import type { Success } from '#contract/route.ts'
import type { ServerApi } from '../../../api-context.ts'
import { ORGANIZATION_PATH, pathTo } from '../../../paths.ts'

export interface OrganizationData {
  organization: OrganizerPage
  /** Today in Brasília, as on the list of races. */
  today: IsoDate
  /** The page's canonical URL. */
  url: string
}

/** Loads an organizer's page; throws a 404 response when there is none and a 503 when it could not be loaded. */
export async function loadOrganization(
  api: ServerApi,
  slug: string,
  address: URL,
): Promise<OrganizationData> {
  const { status, body } = await api.get(`/organizers/${encodeURIComponent(slug)}`)
  if (status >= 400 && status < 500) throw new Response(null, { status: 404 })
  if (status !== 200) throw new Response(null, { status: 503 })
  const { data: organization } = body as Success<typeof getOrganizerPage>
  return {
    organization,
    today: dayIn('America/Sao_Paulo', new Date()),
    url: new URL(pathTo(ORGANIZATION_PATH, organization.slug), address).href,
  }
}
