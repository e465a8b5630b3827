import { Button } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { ApiFailure } from '../../../api.ts'
import { EVENTS_PATH, MY_EVENTS_PATH } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { RegistrationStatus } from '../../registration/status.tsx'
import { editableQuery } from '../queries.ts'
import { CurrentDetails } from './current-details.tsx'
import classes from './edit.module.css'
import { EditForm } from './edit-form.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'

const NOT_LOADED = 'Erro ao carregar dados do registro ou registro não encontrado.'

export const meta = pageTitle('Editar Inscrição')

/** 'Editar Inscrição de: …'. Null is an address without a number. */
export default function RegistrationEditScreen() {
  const id = useIdParam()
  return id === null ? <NotLoaded /> : <RegistrationEdit id={id} />
}

function RegistrationEdit({ id }: { id: number }) {
  const query = useQuery(editableQuery(id))
  const navigate = useNavigate()
  const refused = query.error instanceof ApiFailure && query.error.status > 0
  useEffect(() => {
    if (!refused) return
    // What the specification says of a registration that the server does not give.
    showToast('error', 'Erro ao consultar o registro.')
    navigate(MY_EVENTS_PATH, { replace: true })
  }, [refused, navigate])

  const { data } = query
  if (data)
    return (
      <>
        <PageHeader
          title={`Editar Inscrição de: ${data.participant.name}`}
          description={data.event.title}
          badge={<RegistrationStatus row={data} />}
        />
        <div className={classes.panels}>
          <CurrentDetails registration={data} />
          {data.status_code === REGISTRATION_STATUS.cancelled ? (
            <Cancelled />
          ) : (
            <EditForm key={data.version} registration={data} />
          )}
        </div>
      </>
    )
  // A lost connection keeps the page: it can be tried again.
  return query.isError && !refused ? (
    <NotLoaded onRetry={() => query.refetch()} busy={query.isFetching} />
  ) : (
    <EditSkeleton />
  )
}

/** Its place is somebody else's: who wants to run registers again. */
function Cancelled() {
  return (
    <section className={classes.panel}>
      <EmptyState
        title="Uma inscrição cancelada não pode ser editada."
        description="A vaga já foi liberada. Para participar, é preciso fazer uma nova inscrição."
        icon={<IconCircleX size={28} />}
      >
        <Button component={Link} to={EVENTS_PATH} variant="default">
          Ver eventos
        </Button>
      </EmptyState>
    </section>
  )
}

interface NotLoadedProps {
  onRetry?: () => void
  busy?: boolean
}

function NotLoaded(retry: NotLoadedProps) {
  return (
    <>
      <PageHeader title="Editar Inscrição" />
      <Frame>
        <ErrorState message={NOT_LOADED} {...retry} />
      </Frame>
    </>
  )
}
