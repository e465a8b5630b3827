import { useMediaQuery } from '@mantine/hooks'
import { IconRun, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { isOpen, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { PayTogether } from '#web/features/payment-page/pay-together/pay-together.tsx'
import { PaymentStatus, RegistrationStatus } from '#web/features/registration/status.tsx'
import { EVENT_FILTERS, FilterForm } from '#web/lists/filter-form.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { CopyNote } from '#web/offline/copy-note.tsx'
import { HOME_PATH, MY_GROUPS_PATH, MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListFooter } from '#web/ui/list-footer.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RowLink } from '#web/ui/row-link.tsx'
import { useNavigationToast } from '#web/ui/use-navigation-toast.ts'
import { usePage } from '#web/ui/use-page.ts'
import { UndoButton } from '../cancel/undo-button.tsx'
import { registrationsQuery } from '../queries.ts'
import { JustRegistered } from './just-registered.tsx'
import classes from './my-events.module.css'
import { isOnPaymentCard, nextAction, paymentPath } from './next-action.ts'
import { NextButton } from './next-button.tsx'
import { PaymentCards } from './payment-cards.tsx'
import { PaymentIcon } from './payment-icon.tsx'
import { RegistrationCards } from './registration-cards.tsx'
import { Transferred } from './transferred.tsx'

export const meta = pageTitle('Meus Eventos')

/** The width from which nine columns fit beside the menu. */
const TABLE_FITS = '(min-width: 78em)'

export default function MyEventsScreen() {
  useNavigationToast()
  const search = useListSearch(EVENT_FILTERS)
  const list = useQuery(registrationsQuery(search.filters, usePage()))
  const { data: rows, meta } = list.data ?? {}
  const failure = rows ? undefined : listFailure(list)
  const isWide = useMediaQuery(TABLE_FITS, true, { getInitialValueInEffect: false })
  /** On a phone: without a filter there is nothing else to filter or to page through. */
  const isOnlyCards =
    !isWide &&
    !search.isFiltered &&
    rows?.length !== 0 &&
    meta?.total === rows?.length &&
    rows?.every(isOnPaymentCard)
  const form = <FilterForm list={search} context={undefined} label="Filtrar inscrições" />
  return (
    <>
      <PageHeader title="Meus Eventos" description="Suas inscrições e as de quem você inscreveu.">
        <div className={classes.links}>
          <LinkButton to={MY_GROUPS_PATH} variant="default" icon={IconUsersGroup}>
            Meus grupos
          </LinkButton>
          <LinkButton to={HOME_PATH} variant="default" icon={IconRun}>
            Lista de Eventos
          </LinkButton>
        </div>
      </PageHeader>
      <JustRegistered />
      <CopyNote keptAt={list.data?.keptAt} />
      <PayTogether />
      <PaymentCards rows={rows ?? []} />
      {isWide || search.isFiltered
        ? form
        : !isOnlyCards && (
            <details className={classes.filters}>
              <summary>Filtrar</summary>
              {form}
            </details>
          )}
      {!isWide && !failure && rows?.length !== 0 ? (
        <>
          <RegistrationCards rows={rows} />
          {meta && !isOnlyCards && <ListFooter meta={meta} />}
        </>
      ) : (
        <div className={classes.list}>
          <DataTable
            caption="Minhas inscrições"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            meta={meta}
            empty={search.isFiltered ? <NothingFound /> : <NothingYet />}
            failure={failure}
          />
        </div>
      )}
      <Transferred />
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

/**
 * Value and statuses do not explain a cancelled registration with a payment, or a confirmed one that owes.
 */
const needsSentence = (status: number, payment: RegistrationRow['event']['payment']): boolean =>
  payment !== null &&
  (status === REGISTRATION_STATUS.cancelled ||
    (status === REGISTRATION_STATUS.confirmed && isOpen(payment.status_code)))

const OneLine = ({ text }: { text: string }) => <small title={text}>{text}</small>

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
          <RowLink id={`registration-${id}`} to={pathTo(MY_REGISTRATION_PATH, id)} title={event.title}>
            {event.title}
          </RowLink>
          <OneLine
            text={[participant.name, needsSentence(status_code, event.payment) && money_sentence]
              .filter(Boolean)
              .join(' · ')}
          />
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
    cell: (row) =>
      row.undo_until ? (
        <UndoButton id={row.id} until={row.undo_until} of={`registration-${row.id}`} size="xs" short />
      ) : (
        <span className={classes.payment}>
          {nextAction(row).to !== paymentPath(row) && (
            <NextButton row={row} of={`registration-${row.id}`} size="xs" short />
          )}
          <PaymentIcon row={row} />
        </span>
      ),
  },
  {
    key: 'value',
    header: 'Valor',
    align: 'end',
    cell: ({ event }) => (event.payment ? <Money value={event.payment.value} /> : '—'),
  },
  {
    key: 'payment',
    header: 'Status do Pagamento',
    cell: ({ event }) => <PaymentStatus payment={event.payment} />,
  },
  { key: 'status', header: 'Status Registro', cell: (row) => <RegistrationStatus row={row} /> },
]
