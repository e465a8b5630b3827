import { formatCpf } from '#contract/documents.ts'
import type { ParticipantRow } from '#contract/participants.ts'
import { isFreeValue } from '#contract/payment-status.ts'
import cells from '../../../ui/cells.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { Money } from '../../../ui/money.tsx'
import { PaymentStatus, RegistrationStatus } from '../../registration/status.tsx'
import { ParticipantMenu } from './participant-menu.tsx'
import classes from './participants.module.css'

const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' })

const COLUMNS: readonly Column<ParticipantRow>[] = [
  {
    key: 'participant',
    header: 'Participante',
    title: true,
    cell: ({ participant: { name, cpf, emailResponsible } }) => (
      <div className={cells.lines}>
        <span className={classes.name}>{name}</span>
        <span className={`${cells.minor} numbers`}>CPF {formatCpf(cpf)}</span>
        <span className={`${cells.minor} ${cells.email}`} title={emailResponsible}>
          {emailResponsible}
        </span>
      </div>
    ),
  },
  {
    key: 'category',
    header: 'Prova',
    cell: ({ category }) => (
      <div className={cells.lines}>
        <span>{category.name}</span>
        <span className={cells.minor}>{category.modality}</span>
      </div>
    ),
  },
  {
    key: 'product',
    header: 'Produto',
    cell: ({ products }) =>
      products.map(({ id, name, shirt_size }) => (
        <div key={id} className={cells.lines}>
          <span>{name}</span>
          {shirt_size && <span className={cells.minor}>Camisa {shirt_size}</span>}
        </div>
      )),
  },
  { key: 'value', header: 'Valor', align: 'end', cell: (row) => <Value row={row} /> },
  {
    key: 'payment',
    header: 'Pagamento',
    cell: ({ payment }) => (
      <div className={cells.lines}>
        <PaymentStatus payment={payment} />
        {payment?.payment_date && (
          <span className={`${cells.minor} ${cells.nowrap} numbers`}>
            {DAY.format(new Date(payment.payment_date))}
          </span>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Inscrição',
    cell: (row) => (
      <div className={cells.lines}>
        <RegistrationStatus row={row} />
        {row.cancellation_requested && <span className={cells.minor}>Pediu o cancelamento</span>}
      </div>
    ),
  },
]

function Value({ row: { value, credit } }: { row: ParticipantRow }) {
  return (
    <div className={cells.lines}>
      {isFreeValue(value) ? <span>Gratuito</span> : <Money value={value} />}
      {!isFreeValue(credit) && (
        <span className={`${cells.minor} ${cells.nowrap}`}>
          Crédito de <Money value={credit} />
        </span>
      )}
    </div>
  )
}

interface Options {
  mayEdit: boolean
  onCancel: (row: ParticipantRow) => void
}

export const participantColumns = ({ mayEdit, onCancel }: Options): readonly Column<ParticipantRow>[] =>
  mayEdit
    ? [
        ...COLUMNS,
        {
          key: 'actions',
          header: 'Ações',
          align: 'end',
          actions: true,
          cell: (row) => <ParticipantMenu row={row} onCancel={onCancel} />,
        },
      ]
    : COLUMNS
