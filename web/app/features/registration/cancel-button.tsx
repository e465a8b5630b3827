import { Button } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawalRight } from '#contract/cancellation-sentences.ts'
import { isFreeValue, isPaid } from '#contract/payment-status.ts'
import { refundDuration } from '#contract/refund.ts'
import { cancelMyRegistration, type MyRegistration } from '#contract/registration.ts'
import { api, failureMessage } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { REGISTRATIONS_KEY } from './queries.ts'

/** Cancels a registration, or asks its organizer to, after saying what is given back. */
export function CancelButton({ registration }: { registration: MyRegistration }) {
  const { id, event, participant, cancellation } = registration
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      api(cancelMyRegistration, {
        params: { id },
        body: cancellation ? { expected_refund: cancellation.refund } : {},
      }),
    onSuccess: ({ message }) => showToast('success', message ?? 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao cancelar a inscrição.')),
    onSettled: async () => {
      // Also after a failure: it may have been paid or cancelled elsewhere.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      setOpen(false)
    },
  })
  const asks = cancellation?.needs_approval ?? false
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconCircleX size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {asks ? 'Pedir cancelamento' : 'Cancelar inscrição'}
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title={asks ? 'Pedir o cancelamento desta inscrição?' : 'Cancelar esta inscrição?'}
        confirmLabel={asks ? 'Sim, pedir' : 'Sim, cancelar'}
        cancelLabel="Manter inscrição"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>{registration.money_sentence}.</p>
        {cancellation && <WhatComesBack registration={registration} cancellation={cancellation} />}
        {asks ? (
          <p>
            A organização decide sobre o pedido e você recebe a resposta por e-mail. Até lá, a inscrição de{' '}
            {participant.name} em {event.title} continua valendo.
          </p>
        ) : (
          <p>
            A vaga de {participant.name} em {event.title} fica livre para outra pessoa na mesma hora. Isso não
            pode ser desfeito.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

interface WhatComesBackProps {
  registration: MyRegistration
  cancellation: NonNullable<MyRegistration['cancellation']>
}

function WhatComesBack({ registration, cancellation }: WhatComesBackProps) {
  const { refund, kept, reason, until } = cancellation
  const types = new Set(
    registration.payments.filter(({ status_code }) => isPaid(status_code)).map(({ type }) => type),
  )
  return (
    <>
      <dl className={classes.lines}>
        <div data-kind="total">
          <dt>Você recebe de volta</dt>
          <dd>
            <Money value={refund} />
          </dd>
        </div>
        {!isFreeValue(kept) && (
          <div>
            <dt>Não é devolvido</dt>
            <dd>
              <Money value={kept} />
            </dd>
          </div>
        )}
      </dl>
      <p>
        {reason === 'withdrawal'
          ? withdrawalRight(until ?? '')
          : 'É o que a política de cancelamento deste evento prevê hoje.'}
      </p>
      {[...types].map((type) => (
        <p key={type}>{refundDuration(type)}</p>
      ))}
    </>
  )
}
