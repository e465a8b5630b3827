import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelRegistration, type ParticipantRow } from '#contract/participants/participants.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PARTICIPANTS_KEY } from './queries.ts'

export type Cancellable = Pick<
  ParticipantRow,
  'id' | 'payment' | 'money_sentence' | 'refundable' | 'cancellation_needs_reason'
> & {
  participant: { name: string }
}

interface CancelDialogProps {
  row: Cancellable | null
  onClose: () => void
}

export function CancelDialog({ row, onClose }: CancelDialogProps) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const cancel = useMutation({
    mutationFn: ({ id, refundable }: Cancellable) =>
      api(cancelRegistration, {
        params: { id },
        body: {
          status: REGISTRATION_STATUS.cancelled,
          refund: refundable !== null,
          ...(note.trim() && { note }),
        },
      }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao atualizar status.')),
    onSettled: async () => {
      // The registration may have been paid or cancelled elsewhere, so the list is loaded again.
      await queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
      close()
    },
  })
  const close = () => {
    setNote('')
    setMissing(false)
    onClose()
  }
  const confirm = () => {
    if (row?.cancellation_needs_reason && !note.trim()) setMissing(true)
    else if (row) cancel.mutate(row)
  }
  return (
    <ConfirmDialog
      open={row !== null}
      danger
      title="Cancelar esta inscrição?"
      confirmLabel="Sim, cancelar"
      cancelLabel="Manter inscrição"
      busy={cancel.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {row && <p>{row.money_sentence}.</p>}
      {row?.refundable ? (
        <>
          {row.cancellation_needs_reason && (
            <p>
              As inscrições já terminaram: só a administração da plataforma ainda cancela, e o motivo fica
              registrado.
            </p>
          )}
          <p>
            <strong>
              <Money value={row.refundable} />
            </strong>{' '}
            voltam a quem pagou, tudo o que foi pago por esta inscrição,{' '}
            {row.payment?.status_code === PAYMENT_STATUS.receivedInCash
              ? 'por fora da plataforma, como foi recebido.'
              : 'pelo mesmo meio de pagamento.'}{' '}
            Não há devolução de só uma parte.
          </p>
          A vaga de {row.participant.name} fica livre para outra pessoa na mesma hora. Quem fez a inscrição
          recebe um e-mail. Isso não pode ser desfeito.
        </>
      ) : (
        <>
          A vaga de {row?.participant.name} fica livre para outra pessoa na mesma hora, e a cobrança em aberto
          é cancelada. Quem fez a inscrição recebe um e-mail. Isso não pode ser desfeito.
        </>
      )}
      <Textarea
        label={row?.cancellation_needs_reason ? 'Motivo' : 'Motivo (opcional)'}
        required={row?.cancellation_needs_reason ?? false}
        error={isMissing && !note.trim() && 'Diga por que a inscrição é cancelada.'}
        description="Fica no histórico da inscrição; o participante não lê."
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        mt="md"
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
