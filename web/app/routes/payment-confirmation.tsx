import { PageHeader } from '../ui/page-header.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Confirmação de pagamento')

export default function PaymentConfirmation() {
  return <PageHeader title="Confirmação de pagamento" />
}
