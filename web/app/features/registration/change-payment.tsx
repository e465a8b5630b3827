import { Button, Modal } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { PAYMENT_TYPES } from '#contract/payment-status.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { RenewPayment } from './renew-payment.tsx'

/** The way from a payment that waits to one of another type. */
export function ChangePayment({ registration }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const { payment_choices: choices } = registration
  const [only] = choices
  const title = choices.length === 1 ? `Pagar com ${PAYMENT_TYPES[only ?? 0]}` : 'Pagar de outra forma'
  return (
    <>
      <Button
        variant="subtle"
        fullWidth
        mt="xs"
        leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={title}>
        <RenewPayment registration={registration} onDone={() => setOpen(false)}>
          <p>
            O link atual deixa de valer. Se você já pagou, espere a confirmação: a de um boleto leva até 3
            dias úteis.
          </p>
        </RenewPayment>
      </Modal>
    </>
  )
}
