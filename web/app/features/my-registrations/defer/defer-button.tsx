import { Textarea } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { deferMyRegistration } from '#contract/my-registrations/deferral.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

interface DeferButtonProps {
  registration: MyRegistration
  deferral: NonNullable<MyRegistration['deferral']>
}

/** Gives up the place for a credit with the organizer. A dialog first shows the credit and asks why. */
export function DeferButton({ registration, deferral }: DeferButtonProps) {
  const { id, participant, event } = registration
  const { credit, fee, until } = deferral
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const defer = useRegistrationChange({
    change: () => api(deferMyRegistration, { params: { id }, body: { reason, expected_credit: credit } }),
    done: 'Inscrição adiada.',
    failure: 'Erro ao adiar a inscrição.',
    onSuccess: () => setOpen(false),
  })
  return (
    <>
      <TextButton variant="default" fullWidth mt="md" icon={IconCalendarTime} onClick={() => setOpen(true)}>
        Adiar para outra edição
      </TextButton>
      <ConfirmDialog
        open={open}
        title="Adiar esta inscrição?"
        confirmLabel="Sim, adiar"
        cancelLabel="Manter inscrição"
        busy={defer.isPending}
        onConfirm={() => {
          setTried(true)
          if (reason.trim() !== '') defer.mutate()
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          A vaga de {participant.name} em {event.title} fica livre para outra pessoa na mesma hora. Em troca,
          você recebe um crédito para inscrever a mesma pessoa em outra prova desta organização.
        </p>
        <PriceLines
          lines={[
            { kind: 'total', label: 'Crédito', amount: credit },
            ...(isFreeValue(fee) ? [] : [{ kind: 'kept', label: 'Taxa de adiamento', amount: fee }]),
          ]}
        />
        <p>O crédito vale até {until}; o que não for usado é devolvido. Isso não pode ser desfeito.</p>
        <Textarea
          label="Motivo"
          required
          maxLength={500}
          value={reason}
          error={isTried && reason.trim() === '' ? 'Escreva o motivo.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
