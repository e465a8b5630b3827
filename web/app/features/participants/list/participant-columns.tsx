import { formatCpf } from '#contract/documents.ts'
import type { ParticipantRow } from '#contract/participants.ts'
import { isFreeValue } from '#contract/payment-status.ts'
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
      <div className={classes.lines}>
        <span className={classes.name}>{name}</span>
        <span className={`${classes.minor} numbers`}>CPF {formatCpf(cpf)}</span>
        <span className={`${classes.minor} ${classes.email}`} title={emailResponsible}>
          {emailResponsible}
        </span>
      </div>
    ),
  },
  {
    key: 'category',
    header: 'Prova',
    cell: ({ category }) => (
      <div className={classes.lines}>
        <span>{category.name}</span>
        <span className={classes.minor}>{category.modality}</span>
      </div>
    ),
  },
  {
    key: 'product',
    header: 'Produto',
    cell: ({ products }) =>
      products.map(({ id, name, shirt_size }) => (
        <div key={id} className={classes.lines}>
          <span>{name}</span>
          {shirt_size && <span className={classes.minor}>Camisa {shirt_size}</span>}
        </div>
      )),
  },
  { key: 'value', header: 'Valor', align: 'end', cell: (row) => <Value row={row} /> },
  {
    key: 'payment',
    header: 'Pagamento',
    cell: ({ payment }) => (
      <div className={classes.lines}>
        <PaymentStatus payment={payment} />
        {payment?.payment_date && (
          <span className={`${classes.minor} ${classes.nowrap} numbers`}>
            {DAY.format(new Date(payment.payment_date))}
          </span>
        )}
      </div>
    ),
  },
  { key: 'status', header: 'Inscrição', cell: (row) => <RegistrationStatus row={row} /> },
]

function Value({ row: { value, credit } }: { row: ParticipantRow }) {
  return (
    <div className={classes.lines}>
      {isFreeValue(value) ? <span>Gratuito</span> : <Money value={value} />}
      {!isFreeValue(credit) && (
        <span className={`${classes.minor} ${classes.nowrap}`}>
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
