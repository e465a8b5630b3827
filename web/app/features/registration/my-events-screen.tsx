import { useMediaQuery } from '@mantine/hooks'
import { IconRun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isOpen, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { RegistrationRow } from '#contract/registration.ts'
import { readFilters, writeFilters } from '../../list-filters.ts'
import { CopyNote } from '../../offline/copy-note.tsx'
import { HOME_PATH, MY_REGISTRATION_PATH, pathTo } from '../../paths.ts'
import { listFailure } from '../../query-failure.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListFooter } from '../../ui/list-footer.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useArrivalToast } from '../checkout/use-arrival-toast.ts'
import { EventPicture } from '../event/event-picture.tsx'
import { FILTERS, FilterForm } from './filter-form.tsx'
import { JustRegistered } from './just-registered.tsx'
import classes from './my-events.module.css'
import { NextButton } from './next-button.tsx'
import { PayTogether } from './pay-together.tsx'
import { PaymentIcon } from './payment-icon.tsx'
import { registrationsQuery } from './queries.ts'
import { RegistrationCards } from './registration-cards.tsx'
import { PaymentStatus, RegistrationStatus } from './status.tsx'

export const meta = pageTitle('Meus Eventos')

/** Where nine columns fit beside the menu. */
const TABLE_FITS = '(min-width: 78em)'

/** The person's registrations, and those of participants they registered. */
export default function MyEventsScreen() {
  useArrivalToast()
  const [search] = useSearchParams()
  const filters = readFilters(search, FILTERS)
  const written = writeFilters(filters)
  const list = useQuery(registrationsQuery(filters, usePage()))
  const { data: rows, meta } = list.data ?? {}
  const failure = rows ? undefined : listFailure(list)
  const isWide = useMediaQuery(TABLE_FITS, true, { getInitialValueInEffect: false })
  const form = <FilterForm key={written.toString()} filters={filters} label="Filtrar inscrições" />
  return (
    <>
      <PageHeader title="Meus Eventos" description="Suas inscrições e as de quem você inscreveu.">
        <LinkButton to={HOME_PATH} variant="default" icon={IconRun}>
          Lista de Eventos
        </LinkButton>
      </PageHeader>
      <JustRegistered />
      <CopyNote keptAt={list.data?.keptAt} />
      <PayTogether />
      {isWide || written.size > 0 ? (
        form
      ) : (
        <details className={classes.filters}>
          <summary>Filtrar</summary>
          {form}
        </details>
      )}
      {!isWide && !failure && rows?.length !== 0 ? (
        <>
          <RegistrationCards rows={rows} />
          {meta && <ListFooter meta={meta} />}
        </>
      ) : (
        <div className={classes.list}>
          <DataTable
            caption="Minhas inscrições"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            meta={meta}
            empty={written.size > 0 ? <NothingFound /> : <NothingYet />}
            failure={failure}
          />
        </div>
      )}
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState description="Sua próxima largada começa aqui: escolha uma corrida e garanta a sua vaga.">
      <LinkButton to={HOME_PATH}>Encontrar uma corrida</LinkButton>
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState description="Nenhuma inscrição combina com esses filtros." picture="search">
      <LinkButton to={{ search: '' }} variant="default">
        Limpar filtros
      </LinkButton>
    </EmptyState>
  )
}

/** Whether value and statuses do not say where the money is: what is cancelled, and what owes a difference. */
const needsSentence = (status: number, payment: RegistrationRow['event']['payment']): boolean =>
  payment !== null &&
  (status === REGISTRATION_STATUS.cancelled ||
    (status === REGISTRATION_STATUS.confirmed && isOpen(payment.status_code)))

/** 'Meus Eventos', as the specification lists its columns. */
const COLUMNS: readonly Column<RegistrationRow>[] = [
  {
    key: 'title',
    header: 'Título/Participante',
    title: true,
    cell: ({ id, event, participant, status_code, money_sentence }) => (
      <span className={classes.race}>
        <span className={classes.cover}>
          <EventPicture picture={event.picture} path={event.event_image} alt="" sizes="3rem" />
        </span>
        <span className={classes.title}>
          <RowLink id={`registration-${id}`} to={pathTo(MY_REGISTRATION_PATH, id)}>
            {event.title}
          </RowLink>
          <small>{participant.name}</small>
          {needsSentence(status_code, event.payment) && <small>{money_sentence}</small>}
        </span>
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
  {
    key: 'link',
    header: 'Pagamento',
    cell: (row) => (
      <span className={classes.payment}>
        <NextButton row={row} of={`registration-${row.id}`} size="xs" short />
        <PaymentIcon row={row} />
      </span>
    ),
  },
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
