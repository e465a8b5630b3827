import { Text } from '@mantine/core'
import { deleteEvent, type OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { EVENT_LISTS_KEY } from '#web/features/event/organizer-events.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface DeleteEventDialogProps {
  event: OrganizerEventRow | null
  onClose: () => void
}

export function DeleteEventDialog({ event, onClose }: DeleteEventDialogProps) {
  const remove = useAction({
    action: (id: number) => api(deleteEvent, { params: { id } }),
    invalidates: EVENT_LISTS_KEY,
    success: 'Evento apagado.',
    failure: 'Erro ao apagar o evento.',
    onDone: onClose,
    onFailed: onClose,
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
