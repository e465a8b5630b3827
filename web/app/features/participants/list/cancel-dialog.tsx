import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelRegistration, type ParticipantRow } from '#contract/participants.ts'
import { api, failureMessage } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'

interface CancelDialogProps {
  /** Null: closed. */
  row: ParticipantRow | null
  onClose: () => void
}

/** Asks once more, cancels, and shows what is then. */
export function CancelDialog({ row, onClose }: CancelDialogProps) {
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: (id: number) => api(cancelRegistration, { params: { id }, body: { status: 2 } }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao atualizar status.')),
    onSettled: async () => {
      // It may have been paid or cancelled elsewhere: the list shows what is.
      await queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={row !== null}
      danger
      title="Cancelar esta inscrição?"
      confirmLabel="Sim, cancelar"
      cancelLabel="Manter inscrição"
      busy={cancel.isPending}
      onConfirm={() => row && cancel.mutate(row.id)}
      onClose={onClose}
    >
      A vaga de {row?.participant.name} fica livre para outra pessoa na mesma hora, e a cobrança em aberto é
      cancelada. Quem fez a inscrição recebe um e-mail. Isso não pode ser desfeito.
    </ConfirmDialog>
  )
}
