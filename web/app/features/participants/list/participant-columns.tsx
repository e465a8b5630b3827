import { dayIn, toBrazilianDate } from '#contract/dates.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import type { ParticipantRow } from '#contract/participants.ts'
import { isFreeValue } from '#contract/payment-status.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Money } from '../../../ui/money.tsx'
import { PaymentStatus, RegistrationStatus } from '../../registration/status.tsx'
import { ParticipantMenu } from './participant-menu.tsx'
import classes from './participants.module.css'
import { RegistrationLink } from './registration-link.tsx'

const dayOf = (instant: string) => toBrazilianDate(dayIn(undefined, new Date(instant)))
const small = `${classes.small} ${classes.wide}`

const COLUMNS: readonly Column<ParticipantRow>[] = [
  {
    key: 'participant',
    header: 'Participante',
    title: true,
    sort: 'name',
    compact: 'first',
    cell: ({ id, participant: { name, cpf, emailResponsible } }) => (
      <div className={classes.person}>
        <RegistrationLink id={id} name={name} />
        <span className={small} title={emailResponsible}>
          {formatCpf(cpf)} · {emailResponsible}
        </span>
      </div>
    ),
  },
  {
    key: 'category',
    header: 'Prova',
    compact: 'second',
    cell: ({ category }) => (
      <div className={classes.cell}>
        <span title={category.name}>{category.name}</span>
        <span className={classes.small}>{category.modality}</span>
      </div>
    ),
  },
  {
    key: 'product',
    header: 'Produto',
    compact: 'third',
    cell: ({ products }) =>
      products.map(({ id, name, shirt_size }) => (
        <div key={id} className={classes.cell}>
          <span title={name}>{name}</span>
          {shirt_size && <span className={classes.small}>Camisa {shirt_size}</span>}
        </div>
      )),
  },
  {
    key: 'value',
    header: 'Valor',
    align: 'end',
    sort: 'value',
    compact: 'third-end',
    cell: (row) => <Value row={row} />,
  },
  {
    key: 'payment',
    header: 'Pagamento',
    sort: 'paid_on',
    compact: 'second-end',
    cell: ({ payment }) => (
      <div className={classes.cell}>
        <PaymentStatus payment={payment} />
        {payment?.payment_date && <span className={small}>{dayOf(payment.payment_date)}</span>}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Inscrição',
    sort: 'id',
    compact: 'first-end',
    cell: (row) => (
      <div className={classes.cell}>
        <RegistrationStatus row={row} />
        <span className={small}>{row.cancellation_requested ? 'Pediu o cancelamento' : `Nº ${row.id}`}</span>
      </div>
    ),
  },
  {
    key: 'phone',
    header: 'Telefone',
    cell: ({ participant }) => <span className="numbers">{formatPhone(participant.phone)}</span>,
  },
  {
    key: 'created',
    header: 'Inscrito em',
    cell: ({ created_at }) => <span className="numbers">{dayOf(created_at)}</span>,
  },
]

function Value({ row: { value, credit } }: { row: ParticipantRow }) {
  return (
    <div className={classes.cell}>
      {isFreeValue(value) ? <span>Gratuito</span> : <Money value={value} />}
      {!isFreeValue(credit) && (
        <span className={small}>
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
