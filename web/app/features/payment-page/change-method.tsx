import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'

const loadDialog = () => import('./change-method-dialog.tsx').then((module) => module.ChangeMethodDialog)

interface ChangeMethodProps {
  token: string
  types: readonly PaymentPage['type'][]
}

export function ChangeMethod({ token, types }: ChangeMethodProps) {
  const [open, setOpen] = useState(false)
  const Dialog = useLoaded(open, loadDialog)
  const [only] = types
  const title =
    types.length === 1 && only !== undefined ? `Pagar com ${PAYMENT_TYPES[only]}` : 'Pagar de outra forma'
  return (
    <>
      <TextButton
        variant="subtle"
        // Its icon is aligned with the texts above.
        ml="calc(-1 * var(--button-padding-x))"
        icon={IconSwitchHorizontal}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {title}
      </TextButton>
      {Dialog && (
        <Dialog token={token} types={types} title={title} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
