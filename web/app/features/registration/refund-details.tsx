import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { type EventRefund, stoppedWords } from '#contract/payment/refund.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'

interface RefundDetailsProps {
  refund: EventRefund
  /** Facts for staff who complete refunds. */
  more?: ComponentProps<typeof Facts>['facts']
}

/** Opens what does not fit in the row of a refund. */
export function RefundDetails({ refund, more = [] }: RefundDetailsProps) {
  const [open, setOpen] = useState(false)
  const title = `Devolução de ${refund.registration.participant}`
  return (
    <>
      <ActionIcon
        color="gray"
        aria-label={`Detalhes da devolução de ${refund.registration.participant}`}
        onClick={() => setOpen(true)}
      >
        <IconInfoCircle size={22} aria-hidden />
      </ActionIcon>
      <Dialog opened={open} onClose={() => setOpen(false)} title={title}>
        <Facts
          facts={[
            ['Valor', <Money key="amount" value={refund.amount} />],
            ['Forma', PAYMENT_TYPES[refund.payment_type]],
            ['Por quê', refund.reason_label, 'wide'],
            ['Pedida por', refund.asked_by ?? 'A plataforma'],
            ['Pedida em', momentWords(refund.requested_at)],
            ['Situação', refund.status_label],
            ['Concluída em', refund.done_at && momentWords(refund.done_at)],
            ['Por que parou', refund.status === 'needs_person' && stoppedWords(refund.obstacle), 'wide'],
            ['O meio de pagamento disse', refund.failure_reason, 'wide'],
            ...more,
            ['O que quem pagou lê', refund.message, 'wide'],
          ]}
        />
      </Dialog>
    </>
  )
}
