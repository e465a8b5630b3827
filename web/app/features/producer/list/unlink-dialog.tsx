import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Producer, removeProducerFromEvent } from '#contract/producer.ts'
import { api, failureMessage } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { PRODUCERS_KEY } from '../queries.ts'

interface UnlinkDialogProps {
  /** Whom to take away; null while closed. */
  producer: Producer | null
  event: { id: number; title: string }
  onClose: () => void
}

export function UnlinkDialog({ producer, event, onClose }: UnlinkDialogProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: number) => api(removeProducerFromEvent, { params: { id, eventId: event.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Realizador removido do evento com sucesso!')
      await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
      onClose()
    },
    onError: (reason) =>
      showToast('error', failureMessage(reason, 'Erro ao remover o realizador do evento.')),
  })
  return (
    <ConfirmDialog
      open={producer !== null}
      title="Remover do evento?"
      confirmLabel="Remover"
      danger
      busy={remove.isPending}
      onConfirm={() => producer && remove.mutate(producer.id)}
      onClose={onClose}
    >
      <strong>{producer?.fantasy_name}</strong> deixa de ver {event.title}. O cadastro e as permissões
      continuam como estão.
    </ConfirmDialog>
  )
}
