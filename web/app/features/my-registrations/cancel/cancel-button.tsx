import { IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { cancelMyRegistration, type MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { RIGHT_REJECTED_SENTENCE, withdrawalRight } from '#contract/registration/cancellation-sentences.ts'
import { api } from '#web/api/api.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { arrivalWords, nextRefundWords } from './refund-words.ts'

/** Cancels a registration, or asks the organizer to. A dialog first shows the refund. */
export function CancelButton({ registration }: { registration: MyRegistration }) {
  const { id, event, participant, cancellation } = registration
  const [open, setOpen] = useState(false)
  const cancel = useRegistrationChange({
    change: () =>
      api(cancelMyRegistration, {
        params: { id },
        body: cancellation ? { expected_refund: cancellation.refund } : {},
      }),
    done: 'Inscrição cancelada com sucesso.',
    failure: 'Erro ao cancelar a inscrição.',
    onSettled: () => setOpen(false),
  })
  const asks = cancellation?.needs_approval ?? false
  const isReturned = registration.place_return?.state === 'waiting'
  return (
    <>
      <TextButton variant="default" icon={IconCircleX} onClick={() => setOpen(true)}>
        {asks ? 'Pedir cancelamento' : 'Cancelar inscrição'}
      </TextButton>
      <ConfirmDialog
        open={open}
        danger
        title={asks ? 'Pedir o cancelamento desta inscrição?' : 'Cancelar esta inscrição?'}
        confirmLabel={asks ? 'Sim, pedir' : 'Sim, cancelar'}
        cancelLabel={isReturned ? 'Voltar' : 'Manter inscrição'}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          <strong>
            {asks
              ? 'A organização decide sobre o pedido. Depois de enviado, ele não pode ser desfeito.'
              : cancellation || isReturned
                ? 'O cancelamento não pode ser desfeito.'
                : 'Por 10 minutos você pode desfazer o cancelamento, se a vaga ainda estiver livre.'}
          </strong>
        </p>
        <p>{registration.money_sentence}.</p>
        {cancellation && <WhatComesBack registration={registration} cancellation={cancellation} />}
        {asks ? (
          <p>
            Você recebe a resposta por e-mail. Até lá, a inscrição de {participant.name} em {event.title}{' '}
            continua valendo.
          </p>
        ) : isReturned ? (
          <p>Você recebe tudo de volta sem esperar que alguém compre a vaga.</p>
        ) : (
          <p>
            A vaga de {participant.name} em {event.title} fica livre para outra pessoa na mesma hora.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

const REASON_WORDS = {
  right_rejected: RIGHT_REJECTED_SENTENCE,
  policy: 'É o que a política de cancelamento deste evento prevê hoje.',
} as const

interface WhatComesBackProps {
  registration: MyRegistration
  cancellation: NonNullable<MyRegistration['cancellation']>
}

function WhatComesBack({ registration, cancellation }: WhatComesBackProps) {
  const { refund, kept, reason, until, next } = cancellation
  return (
    <>
      <PriceLines
        lines={[
          { kind: 'total', label: 'Você recebe de volta', amount: refund },
          ...(isFreeValue(kept) ? [] : [{ kind: 'kept', label: 'Não é devolvido', amount: kept }]),
        ]}
      />
      <p>
        {reason === 'withdrawal'
          ? withdrawalRight(until ?? '', registration.event.date_event)
          : REASON_WORDS[reason]}
      </p>
      {next && <p>{nextRefundWords(next)}</p>}
      {arrivalWords(registration).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  )
}
