import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { registerProducer } from '#contract/producer/producer.ts'
import { api } from '#web/api/api.ts'
import { PRODUCERS_PATH } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { PRODUCERS_KEY } from '../queries.ts'
import { ProducerForm } from './producer-form.tsx'
import { producerValues } from './producer-values.ts'

const EMPTY = producerValues(null)

export const meta = pageTitle('Realizador')

export default function NewProducerScreen() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Novo Realizador"
        description="Depois de salvar, relacione o realizador aos eventos e escolha as permissões."
      />
      <ProducerForm
        isNew
        values={EMPTY}
        back={{ to: PRODUCERS_PATH }}
        onSave={async (body) => {
          await api(registerProducer, { body })
          showToast('success', 'Organizador registrado com sucesso!')
          queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
          navigate(PRODUCERS_PATH)
        }}
      />
    </>
  )
}
