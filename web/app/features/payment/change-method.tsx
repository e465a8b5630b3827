import { Button } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentPage } from '#contract/payment-page.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

const loadDialog = () => import('./change-method-dialog.tsx').then((module) => module.ChangeMethodDialog)

interface ChangeMethodProps {
  token: string
  types: readonly PaymentPage['type'][]
}

/** Replaces an open payment by one of another type. */
export function ChangeMethod({ token, types }: ChangeMethodProps) {
  const [open, setOpen] = useState(false)
  const Dialog = useLoaded(open, loadDialog)
  const [only] = types
  const title =
    types.length === 1 && only !== undefined ? `Pagar com ${PAYMENT_TYPES[only]}` : 'Pagar de outra forma'
  return (
    <>
      <Button
        variant="subtle"
        fullWidth
        leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {Dialog && (
        <Dialog token={token} types={types} title={title} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
