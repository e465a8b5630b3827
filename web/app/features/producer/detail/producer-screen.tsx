import { Skeleton } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { type Producer, updateProducer } from '#contract/producer.ts'
import { ApiFailure, api } from '../../../api.ts'
import { EDIT_PARAM, PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { PRODUCERS_KEY, producerQuery } from '../queries.ts'
import { ProducerForm } from './producer-form.tsx'
import { producerValues } from './producer-values.ts'
import { ProducerView } from './producer-view.tsx'

export const meta = pageTitle('Realizador')

/** A realizador: a view and an edit mode. A null id means that the path holds no number. */
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

const SECTIONS = [1, 2, 3]

function ProducerSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={36} maw={360} mb="lg" />
      <Skeleton height={44} maw={480} mb="lg" />
      <div className={detail.sections}>
        {SECTIONS.map((section) => (
          <Skeleton key={section} height={180} radius="lg" />
        ))}
      </div>
    </div>
  )
}
