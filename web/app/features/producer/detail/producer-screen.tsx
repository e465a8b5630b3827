import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiFailure } from '../../../api.ts'
import { EDIT_PARAM, PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { producerQuery } from '../queries.ts'
import { EditProducer } from './edit-producer.tsx'
import { ProducerSkeleton } from './producer-skeleton.tsx'
import { ProducerView } from './producer-view.tsx'

export const meta = pageTitle('Realizador')

/** A realizador, to look at and, in a second mode, to change. Null is an address without a number. */
export default function ProducerScreen() {
  const id = useIdParam()
  return <Producer key={id} id={id} />
}

function Producer({ id }: { id: number | null }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const mayEdit = useMay('edit-realizador')
  const { data, error, isFetching, refetch } = useQuery({ ...producerQuery(id ?? 0), enabled: id !== null })

  const missing = id === null || data === null || (error instanceof ApiFailure && error.status === 404)
  if (missing) return <Missing />
  if (error && !data) {
    return (
      <>
        <PageHeader title="Realizador" />
        <Frame>
          <ErrorState
            message="Erro ao carregar os dados do organizador."
            onRetry={() => refetch()}
            busy={isFetching}
          />
        </Frame>
      </>
    )
  }
  if (!data) return <ProducerSkeleton />
  return mayEdit && search.has(EDIT_PARAM) ? (
    <EditProducer producer={data} onDone={() => navigate(pathTo(PRODUCER_PATH, id), { replace: true })} />
  ) : (
    <ProducerView producer={data} mayEdit={mayEdit} />
  )
}

function Missing() {
  return (
    <>
      <PageHeader title="Realizador" />
      <Frame>
        <EmptyState
          title="Dados do organizador não encontrados."
          description="O endereço pode estar errado, ou este realizador não trabalha com você."
          icon={<IconUserQuestion size={28} />}
        >
          <Button component={Link} to={PRODUCERS_PATH}>
            Ver realizadores
          </Button>
        </EmptyState>
      </Frame>
    </>
  )
}
