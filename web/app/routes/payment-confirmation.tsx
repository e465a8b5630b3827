import { PageHeader } from '../ui/page-header'
import { pageTitle } from '../ui/page-title'

export const meta = pageTitle('Confirmação de pagamento')

export default function PaymentConfirmation() {
  return <PageHeader title="Confirmação de pagamento" />
}
