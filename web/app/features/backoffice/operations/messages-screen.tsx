import { IconInbox, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  applyGatewayMessage,
  type GatewayMessageRow,
  type MESSAGE_STATES,
} from '#contract/backoffice/operations.ts'
import { paymentChip } from '#contract/payment/payment-status.ts'
import { RowAction } from '#web/actions/row-action.tsx'
import { api } from '#web/api/api.ts'
import { choiceFilter, numberFilter } from '#web/lists/filters.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ANY_EVENT_PARTICIPANTS_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { actionsColumn, Moment } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { MESSAGES_KEY, messagesQuery } from '../queries.ts'
import { messageWords } from './message-words.ts'
import operations from './operations.module.css'
import { outcomeLook } from './outcome-look.ts'

const FILTERS = {
  state: choiceFilter(
    [
      ['odd', 'Precisam de uma pessoa'],
      ['all', 'Todas'],
    ],
    { param: 'estado', label: 'Situação das mensagens', none: 'Por aplicar' },
  ),
  event_id: numberFilter({ param: 'evento', label: 'Nº do evento' }),
}

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
  { key: 'received', header: 'Recebida em', cell: ({ received_at }) => <Moment at={received_at} /> },
  { key: 'payment', header: 'Pagamento', cell: ({ payment }) => <PaymentCell payment={payment} /> },
  {
    key: 'outcome',
    header: 'O que foi feito',
    cell: ({ outcome }) => {
      const { words, tone } = outcomeLook(outcome)
      return <StatusChip tone={tone}>{words}</StatusChip>
    },
  },
  actionsColumn(({ id, kind, charge_id }) => (
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
  )),
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

export default function MessagesScreen() {
  const list = useListSearch(FILTERS, { forPeople: true })
  const state = list.query.state ?? 'unhandled'
  const search = list.search ? { search: list.search } : {}
  const query = useQuery(messagesQuery({ state, page: usePage(), ...list.query, ...search }))
  return (
    <SearchableList
      title="Mensagens do gateway"
      description="Cada aviso de pagamento, guardado uma vez. Aplicar de novo nunca cobra nem confirma duas vezes."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      placeholder="Cobrança, nº da inscrição ou pessoa"
      isFiltered={list.filters.event_id !== ''}
      nothingFound="Nenhuma mensagem combina com essa busca."
      nothingYet={EMPTY[state]}
      icon={IconInbox}
    />
  )
}
