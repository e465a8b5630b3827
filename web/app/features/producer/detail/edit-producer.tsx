import { useQueryClient } from '@tanstack/react-query'
import { type Producer, updateProducer } from '#contract/producer.ts'
import { api } from '../../../api.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.ts'
import { PRODUCERS_KEY } from '../queries.ts'
import { ProducerForm } from './producer-form.tsx'
import { producerValues } from './producer-values.ts'

export function EditProducer({ producer, onDone }: { producer: Producer; onDone: () => void }) {
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
          // The view that follows shows what was saved.
          await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
          onDone()
        }}
      />
    </>
  )
}
