import { IconInbox, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  applyGatewayMessage,
  type GatewayMessageRow,
  MESSAGE_STATES,
} from '#contract/backoffice/operations.ts'
import { paymentChip } from '#contract/payment-status.ts'
import { api } from '../../../api.ts'
import { ANY_EVENT_PARTICIPANTS_PATH, pathTo } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import classes from '../../../ui/cells.module.css'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListToolbar } from '../../../ui/list-toolbar.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { FilterSelect } from '../filter-select.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { NumberFilter } from '../number-filter.tsx'
import { MESSAGES_KEY, messagesQuery } from '../queries.ts'
import { RowAction } from '../row-action.tsx'
import { useListSearch } from '../use-list-search.ts'
import { messageWords } from './message-words.ts'
import operations from './operations.module.css'
import { OperationsTabs } from './operations-tabs.tsx'
import { outcomeLook } from './outcome-look.ts'

const FILTERS = [
  ['', 'Por aplicar'],
  ['odd', 'Precisam de uma pessoa'],
  ['all', 'Todas'],
] as const

const SEARCH = 'Cobrança, nº da inscrição ou pessoa'

const EMPTY: Record<(typeof MESSAGE_STATES)[number], string> = {
  unhandled: 'Tudo o que o gateway disse já foi aplicado.',
  odd: 'Nenhum dinheiro espera por uma decisão.',
  all: 'O gateway ainda não disse nada.',
}

const COLUMNS: readonly Column<GatewayMessageRow>[] = [
  {
    key: 'message',
    header: 'Mensagem',
    title: true,
    cell: ({ kind, charge_id }) => (
      <div className={classes.lines}>
        <strong title={kind}>{messageWords(kind)}</strong>
        <span className={`${classes.minor} ${operations.code}`}>{charge_id}</span>
      </div>
    ),
  },
  {
    key: 'received',
    header: 'Recebida em',
    cell: ({ received_at }) => (
      <span className={`numbers ${classes.nowrap}`}>{momentWords(received_at)}</span>
    ),
  },
  { key: 'payment', header: 'Pagamento', cell: ({ payment }) => <PaymentCell payment={payment} /> },
  {
    key: 'outcome',
    header: 'O que foi feito',
    cell: ({ outcome }) => {
      const { words, tone } = outcomeLook(outcome)
      return <StatusChip tone={tone}>{words}</StatusChip>
    },
  },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: ({ id, kind, charge_id }) => (
      <div className={classes.actions}>
        <RowAction
          icon={IconRefresh}
          label="Aplicar de novo"
          name={`${messageWords(kind)} de ${charge_id}`}
          action={() => api(applyGatewayMessage, { params: { id } })}
          invalidates={MESSAGES_KEY}
          failure="Erro ao aplicar a mensagem."
        />
      </div>
    ),
  },
]

function PaymentCell({ payment }: Pick<GatewayMessageRow, 'payment'>) {
  if (!payment) return <span className={classes.minor}>Cobrança desconhecida</span>
  return (
    <div className={classes.lines}>
      <span>
        <Money value={payment.value} /> · {paymentChip(payment.status).label}
      </span>
      <Link to={pathTo(ANY_EVENT_PARTICIPANTS_PATH, payment.event.id)} className={classes.minor}>
        {payment.event.title}
      </Link>
    </div>
  )
}

export const meta = pageTitle('Mensagens do gateway')

/** The messages of the payment gateway, and how each was handled. */
export default function MessagesScreen() {
  const { search, setSearch, filter, setFilter } = useListSearch({ forPeople: true })
  const event = filter('evento').replace(/\D/g, '')
  const page = usePage()
  const state = MESSAGE_STATES.find((one) => one === filter('estado')) ?? 'unhandled'
  const list = useQuery(
    messagesQuery({ state, page, ...(event && { event_id: event }), ...(search && { search }) }),
  )
  return (
    <>
      <PageHeader
        title="Mensagens do gateway"
        description="Cada aviso de pagamento, guardado uma vez. Aplicar de novo nunca cobra nem confirma duas vezes."
      />
      <OperationsTabs />
      <ListToolbar search={{ value: search, onSearch: setSearch, placeholder: SEARCH }}>
        <FilterSelect
          label="Situação das mensagens"
          value={filter('estado')}
          options={FILTERS}
          onChange={(value) => setFilter('estado', value)}
        />
        <NumberFilter label="Nº do evento" value={event} onChange={(value) => setFilter('evento', value)} />
      </ListToolbar>
      <DataTable
        caption="Mensagens do gateway"
        columns={COLUMNS}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        meta={list.data?.meta}
        empty={
          search || event ? (
            <NothingFound>Nenhuma mensagem combina com essa busca.</NothingFound>
          ) : (
            <EmptyState description={EMPTY[state]} icon={<IconInbox size={28} />} />
          )
        }
        failure={listFailure(list)}
      />
    </>
  )
}
