import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { type Producer, updateProducer } from '#contract/producer/producer.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { RecordSkeleton } from '#web/lists/record-state.tsx'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EDIT_PARAM, PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { PRODUCERS_KEY, producerQuery } from '../queries.ts'
import { ProducerForm } from './producer-form.tsx'
import { producerValues } from './producer-values.ts'
import { ProducerView } from './producer-view.tsx'

export const meta = pageTitle('Realizador')

export default function ProducerScreen() {
  const id = useIdParam()
  return <ProducerRecord key={id} id={id} />
}

function ProducerRecord({ id }: { id: number | null }) {
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
        <FramedError
          message="Erro ao carregar os dados do organizador."
          onRetry={() => refetch()}
          busy={isFetching}
        />
      </>
    )
  }
  if (!data) return <RecordSkeleton />
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
          <LinkButton to={PRODUCERS_PATH}>Ver realizadores</LinkButton>
        </EmptyState>
      </Frame>
    </>
  )
}

function EditProducer({ producer, onDone }: { producer: Producer; onDone: () => void }) {
  const queries = useQueryClient()
  return (
    <>
      <PageHeader title={`Editar ${producer.fantasy_name}`} />
      <ProducerForm
        values={producerValues(producer)}
        back={{ onClick: onDone }}
        onSave={async ({ password: _notTheirs, ...body }) => {
          await api(updateProducer, { params: { id: producer.id }, body })
          showToast('success', 'Organizador atualizado com sucesso!')
          // Awaited, so that the view shows the saved values.
          await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
          onDone()
        }}
      />
    </>
  )
}
