import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { ApiFailure, failureMessage } from '../../api.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { EventMissing } from './event-missing.tsx'
import { OpenWizard } from './open-wizard.tsx'
import { eventQuery, profileQuery } from './queries.ts'
import { WizardSkeleton } from './wizard-skeleton.tsx'

/** The address names the event, so that a reload finds it; who comes with it in the navigation state is served too. */
function useEventSlug(): string {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const carried: unknown = state?.event?.slug
  return search.get('evento') || (typeof carried === 'string' ? carried : '')
}

export function RegistrationScreen({ userId }: { userId: number }) {
  const slug = useEventSlug()
  const event = useQuery({ ...eventQuery(slug), enabled: slug !== '' })
  const profile = useQuery(profileQuery(userId))

  if (slug === '' || (event.error instanceof ApiFailure && event.error.status === 404))
    return <EventMissing />
  if (event.data && profile.data)
    return <OpenWizard key={event.data.id} event={event.data} profile={profile.data} />
  const failed = [event, profile].filter(({ isError }) => isError)
  if (failed.length > 0)
    return (
      <ErrorState
        message={failureMessage(failed[0]?.error, 'Erro ao consultar o registro.')}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of failed) void refetch()
        }}
      />
    )
  return <WizardSkeleton />
}
