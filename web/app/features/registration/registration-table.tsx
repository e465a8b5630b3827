import { Link } from 'react-router'
import type { RegistrationRow } from '#contract/registration.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { PaymentLink } from './payment-link.tsx'
import classes from './registration-table.module.css'
import { PaymentStatus, RegistrationStatus } from './status.tsx'

/** 'Meus Eventos', as the specification lists its columns. */
export const COLUMNS: readonly Column<RegistrationRow>[] = [
  {
    key: 'title',
    header: 'Título/Participante',
    title: true,
    cell: ({ id, event, participant }) => (
      <span className={classes.title}>
        <Link to={`/participante/inscricoes/${id}`}>{event.title}</Link>
        <small>{participant.name}</small>
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Data do Evento',
    cell: ({ event }) => <span className="numbers">{event.date_event ?? '—'}</span>,
  },
  {
    key: 'city',
    header: 'Cidade',
    cell: ({ event }) => (
      <span className={classes.city}>
        {event.city ? [event.city, event.state].filter(Boolean).join(', ') : '—'}
      </span>
    ),
  },
  {
    key: 'time',
    header: 'Horario',
    cell: ({ event }) => <span className="numbers">{event.start_time ?? '—'}</span>,
  },
  { key: 'category', header: 'Categorias', cell: ({ category }) => category.name },
  { key: 'link', header: 'Pagamento', cell: ({ event }) => <PaymentLink payment={event.payment} /> },
  {
    key: 'value',
    header: 'Valor',
    align: 'end',
    cell: ({ event }) => <Money value={event.payment?.value ?? '0.00'} />,
  },
  {
    key: 'payment',
    header: 'Status do Pagamento',
    cell: ({ event }) => <PaymentStatus payment={event.payment} />,
  },
  { key: 'status', header: 'Status Registro', cell: (row) => <RegistrationStatus row={row} /> },
]
