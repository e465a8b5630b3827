import { Skeleton } from '@mantine/core'
import { isPaid } from '#contract/payment/payment-status.ts'
import { deadlineWords } from '#web/features/payment-page/deadline.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { tokenOf, useOrderPayment } from './order-payment.tsx'
import { PayButton } from './pay-button.tsx'
import type { Payer } from './success-state.ts'

/** The payments of an order in which people pay separately. */
export const PaymentsTable = ({ payers }: { payers: readonly Payer[] }) => (
  <DataTable caption="Pagamentos" columns={COLUMNS} rows={payers.map(toRow)} rowKey={({ id }) => id} />
)

interface Row extends Payer {
  id: string
}

const toRow = (payer: Payer, i: number): Row => ({ ...payer, id: `pagamento-${i}` })

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Nome do Participante',
    title: true,
    cell: ({ id, name, price_lines: lines }) => (
      <>
        <span id={id}>{name}</span>
        {lines.length > 0 && <PriceLines lines={lines} minor />}
      </>
    ),
  },
  { key: 'amount', header: 'Valor', align: 'end', cell: (payer) => <Amount {...payer} /> },
  { key: 'deadline', header: 'Pague até', cell: (payer) => <PayBy {...payer} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (payer) => <PayOwn {...payer} />,
  },
]

/** The amount to pay, with the interest of installments. */
function Amount({ payment_link: link, value, free }: Payer) {
  const token = tokenOf(link)
  const { payment, failed } = useOrderPayment(token)
  if (free) return <StatusChip tone="success">Gratuito</StatusChip>
  if (token && !payment && !failed) return <Skeleton height={20} width={88} ml="auto" />
  const amount = payment?.amount ?? value
  if (!amount) return '—'
  return (
    <>
      <Money value={amount} />
      {payment && payment.installments > 1 && <small> em {payment.installments}x</small>}
    </>
  )
}

function PayBy({ payment_link: link, held_until: heldUntil }: Payer) {
  const { payment } = useOrderPayment(tokenOf(link))
  const until = payment?.payable_until ?? heldUntil
  if (payment && isPaid(payment.status_code)) return '—'
  return until ? <time dateTime={until}>{deadlineWords(until)}</time> : (payment?.due_date ?? '—')
}

function PayOwn({ id, payment_link: link }: Row) {
  const { payment } = useOrderPayment(tokenOf(link))
  if (payment && isPaid(payment.status_code)) return <StatusChip tone="success">Pago</StatusChip>
  return (
    <PayButton link={link} aria-describedby={id}>
      Pagar
    </PayButton>
  )
}
