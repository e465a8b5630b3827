import { Button } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelMyRegistration, type MyRegistration } from '#contract/registration.ts'
import { api, failureMessage } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { REGISTRATIONS_KEY } from './queries.ts'

export function CancelButton({ registration: { id, event, participant } }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api(cancelMyRegistration, { params: { id } }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao cancelar a inscrição.')),
    onSettled: async () => {
      // It may have been paid or cancelled elsewhere: what the screen shows next is what is.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      setOpen(false)
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconCircleX size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Cancelar inscrição
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title="Cancelar esta inscrição?"
        confirmLabel="Sim, cancelar"
        cancelLabel="Manter inscrição"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setOpen(false)}
      >
        A vaga de {participant.name} em {event.title} fica livre para outra pessoa na mesma hora. Isso não
        pode ser desfeito.
      </ConfirmDialog>
    </>
  )
}
