import { useParams } from 'react-router'
import { ReceiptScreen } from '../features/registration/receipt-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Comprovante')

export default function Receipt() {
  const { id } = useParams()
  return <ReceiptScreen id={Number(id)} />
}
