import { IconArrowBack } from '@tabler/icons-react'
import { useState } from 'react'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { returnMyPlace } from '#contract/my-registrations/place-return.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import type { PlaceReturn } from './returned-section.tsx'

interface ReturnButtonProps {
  registration: MyRegistration
  offer: PlaceReturn
}

/** Gives the place back to be sold. A dialog first shows what is refunded, and when. */
export function ReturnButton({ registration, offer: { refund, fee, until } }: ReturnButtonProps) {
  const { id, participant, event } = registration
  const [open, setOpen] = useState(false)
  const giveBack = useRegistrationChange({
    change: () => api(returnMyPlace, { params: { id }, body: { expected_refund: refund } }),
    done: 'Vaga devolvida.',
    failure: 'Erro ao devolver a vaga.',
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <TextButton variant="default" fullWidth mt="md" icon={IconArrowBack} onClick={() => setOpen(true)}>
        Devolver a vaga
      </TextButton>
      <ConfirmDialog
        open={open}
        title="Devolver a vaga?"
        confirmLabel="Sim, devolver"
        cancelLabel="Manter inscrição"
        busy={giveBack.isPending}
        onConfirm={() => giveBack.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          A vaga de {participant.name} em {event.title} volta para a venda na mesma hora. O reembolso sai
          quando alguém a comprar, para quem pagou.
        </p>
        <PriceLines
          lines={[
            { kind: 'total', label: 'A receber de volta', amount: refund },
            ...(isFreeValue(fee) ? [] : [{ kind: 'kept', label: 'Taxa de devolução', amount: fee }]),
          ]}
        />
        <p>
          Enquanto ela estiver livre, você pode pegá-la de volta. Se ninguém a comprar até {until}, a
          inscrição volta a ser sua.
        </p>
      </ConfirmDialog>
    </>
  )
}
