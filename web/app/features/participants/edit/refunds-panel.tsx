import { Group } from '@mantine/core'
import { IconBan, IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { approveCancellation, refuseCancellation } from '#contract/participants/participants.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { RefundList } from '#web/features/registration/refund-list.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoteDialog } from '#web/ui/note-dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'
import classes from './edit.module.css'

export function RefundsPanel({ registration }: { registration: EditableRegistration }) {
  const { refunds, cancellation_requested: isRequested } = registration
  if (refunds.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="refunds">
      <h2 id="refunds">Devoluções</h2>
      {isRequested && <Request registration={registration} />}
      <RefundList refunds={refunds} />
    </section>
  )
}

type Decision = { approve: true } | { approve: false; note: string }

function Request({ registration: { id, participant } }: { registration: EditableRegistration }) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null)
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      decision.approve
        ? api(approveCancellation, { params: { id } })
        : api(refuseCancellation, { params: { id }, body: { note: decision.note } }),
    onSuccess: ({ message }) => showToast('success', message ?? 'Feito.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao responder ao pedido.')),
    onSettled: async () => {
      // Also after a failure, because somebody else may have decided.
      await queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
      setAsked(null)
    },
  })
  const close = () => setAsked(null)
  return (
    <>
      <p className={classes.note}>
        <strong>{participant.name} pediu o cancelamento.</strong> O valor abaixo é o que a política do evento
        prevê. Até você responder, a inscrição continua valendo.
      </p>
      <Group>
        <TextButton icon={IconCheck} onClick={() => setAsked('approve')}>
          Aprovar
        </TextButton>
        <TextButton variant="default" icon={IconBan} onClick={() => setAsked('refuse')}>
          Recusar
        </TextButton>
      </Group>
      <ConfirmDialog
        open={asked === 'approve'}
        danger
        title="Aprovar o cancelamento?"
        confirmLabel="Sim, aprovar"
        cancelLabel="Voltar"
        busy={decide.isPending}
        onConfirm={() => decide.mutate({ approve: true })}
        onClose={close}
      >
        A inscrição é cancelada, a vaga fica livre na mesma hora e o valor volta a quem pagou. Isso não pode
        ser desfeito.
      </ConfirmDialog>
      {asked === 'refuse' && (
        <NoteDialog
          title="Recusar o cancelamento?"
          label="Motivo, que o participante lê"
          missing="Diga por que a devolução foi recusada."
          confirmLabel="Recusar"
          danger
          busy={decide.isPending}
          onConfirm={(note) => decide.mutate({ approve: false, note })}
          onClose={close}
        >
          A inscrição continua valendo, e quem fez a inscrição recebe o motivo por e-mail.
        </NoteDialog>
      )}
    </>
  )
}
