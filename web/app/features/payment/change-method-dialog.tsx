import type { PaymentPage } from '#contract/payment-page.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NewPayment } from './new-payment.tsx'

interface ChangeMethodDialogProps {
  token: string
  types: readonly PaymentPage['type'][]
  title: string
  open: boolean
  onClose: () => void
}

/** Loaded on demand: few change the method. */
export const ChangeMethodDialog = ({ token, types, title, open, onClose }: ChangeMethodDialogProps) => (
  <Dialog opened={open} onClose={onClose} title={title}>
    <NewPayment token={token} types={types} onFailure={onClose}>
      O código atual deixa de valer. Se você já pagou com ele, espere a confirmação em vez de gerar outro.
    </NewPayment>
  </Dialog>
)
