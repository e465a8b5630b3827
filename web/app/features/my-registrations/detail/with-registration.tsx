import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { ApiFailure } from '#web/api/api.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import classes from '#web/features/registration/details.module.css'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { CopyNote } from '#web/offline/copy-note.tsx'
import { MY_EVENTS_PATH } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { registrationQuery } from '../queries.ts'

interface WithRegistrationProps {
  children: (registration: MyRegistration) => ReactNode
}

export function WithRegistration({ children }: WithRegistrationProps) {
  const id = useIdParam() ?? 0
  const query = useQuery(registrationQuery(id))
  const { data, error } = query
  const failure = recordFailure(query)
  if (data)
    return (
      <>
        <CopyNote keptAt={data.keptAt} />
        {children(data)}
      </>
    )
  if (!failure) return <DetailsSkeleton />
  // 404: unknown or another user's registration. 422: the id is not a number.
  const isMissing = error instanceof ApiFailure && (error.status === 404 || error.status === 422)
  return isMissing ? <RegistrationMissing /> : <ErrorState {...failure} />
}

const DetailsSkeleton = () => (
  <div aria-busy>
    <h1 className="sr-only">Inscrição</h1>
    <Skeleton height={20} maw={140} my="sm" />
    <Skeleton height={260} radius="lg" mb="lg" />
    <div className={classes.flow}>
      <Skeleton height={320} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  </div>
)

const RegistrationMissing = () => (
  <>
    <h1 className="sr-only">Inscrição</h1>
    <EmptyState
      picture="lost"
      title="Inscrição não encontrada."
      description="Ela não existe ou pertence a outra conta."
    >
      <LinkButton to={MY_EVENTS_PATH}>Ver minhas inscrições</LinkButton>
    </EmptyState>
  </>
)
