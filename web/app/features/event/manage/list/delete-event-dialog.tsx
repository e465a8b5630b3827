import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteEvent, type OrganizerEventRow } from '#contract/organizer-event.ts'
import { api, failureMessage } from '../../../../api.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { EVENT_LISTS_KEY } from '../queries.ts'

interface DeleteEventDialogProps {
  /** Null: closed. */
  event: OrganizerEventRow | null
  onClose: () => void
}

/** Asks before an event that was made by mistake is deleted; whether it may be is decided by the server, which says why not. */
export function DeleteEventDialog({ event, onClose }: DeleteEventDialogProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: number) => api(deleteEvent, { params: { id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Evento apagado.')
      onClose()
      await queries.invalidateQueries({ queryKey: EVENT_LISTS_KEY })
    },
    onError: (reason) => {
      showToast('error', failureMessage(reason, 'Erro ao apagar o evento.'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={event !== null}
      title={`Apagar ${event?.title ?? 'evento'}?`}
      confirmLabel="Apagar"
      danger
      busy={remove.isPending}
      onConfirm={() => event && remove.mutate(event.id)}
      onClose={onClose}
    >
      <Text inherit>
        O evento foi criado por engano? Ele some com tudo que tem: modalidades, produtos, cupons e imagens, e
        a página dele deixa de existir. Isso não pode ser desfeito.
      </Text>
      <Text inherit mt="xs">
        Só se apaga um evento em que ninguém se inscreveu, nem esperou para se inscrever. Os outros podem ser
        fechados ou cancelados.
      </Text>
    </ConfirmDialog>
  )
}
