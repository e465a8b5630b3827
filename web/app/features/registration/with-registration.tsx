import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MyRegistration } from '#contract/registration.ts'
import { ApiFailure } from '../../api.ts'
import { CopyNote } from '../../offline/copy-note.tsx'
import { MY_EVENTS_PATH } from '../../paths.ts'
import { recordFailure } from '../../query-failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useIdParam } from '../../use-id-param.ts'
import classes from './details.module.css'
import { registrationQuery } from './queries.ts'

interface WithRegistrationProps {
  children: (registration: MyRegistration) => ReactNode
}

/** Draws the registration that the path names once it is loaded; until then, and without it, what to show instead. */
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
  // It does not exist, belongs to somebody else, or the id is not a number.
  const isMissing = error instanceof ApiFailure && (error.status === 404 || error.status === 422)
  return isMissing ? <RegistrationMissing /> : <ErrorState {...failure} />
}

const DetailsSkeleton = () => (
  <div aria-busy>
    <h1 className="sr-only">Inscrição</h1>
    <Skeleton height={36} maw={420} mb="sm" />
    <Skeleton height={20} maw={260} mb="lg" />
    <Skeleton height={44} mb="lg" maw={520} />
    <div className={classes.columns}>
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
