import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NewPayment } from './new-payment.tsx'

interface ChangeMethodDialogProps {
  token: string
  types: readonly PaymentPage['type'][]
  title: string
  open: boolean
  onClose: () => void
}

/** Confirms a change of payment method. Loaded on demand, because few users need it. */
export const ChangeMethodDialog = ({ token, types, title, open, onClose }: ChangeMethodDialogProps) => (
  <Dialog opened={open} onClose={onClose} title={title}>
    <NewPayment token={token} types={types} onFailure={onClose}>
      O código atual deixa de valer. Se você já pagou com ele, espere a confirmação em vez de gerar outro.
    </NewPayment>
  </Dialog>
)
