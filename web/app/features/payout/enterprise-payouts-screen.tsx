import { useQuery } from '@tanstack/react-query'
import { formatDecimal, toCents } from '#contract/money.ts'
import { createPayout, exportPayouts } from '#contract/payout/enterprise.ts'
import { type OrganizerBalance, PAYOUT_STATUSES, type PayoutStatus } from '#contract/payout/payout.ts'
import { api, apiFile } from '#web/api/api.ts'
import { ExportButtons } from '#web/api/download-button.tsx'
import { listFailure } from '#web/api/query-failure.ts'
import { MoneyTabs } from '#web/features/report/money-tabs.tsx'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { choiceFilter } from '#web/lists/filters.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import cells from '#web/ui/cells.module.css'
import { actionsColumn, Lines, moneyColumn } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import statement from '#web/ui/statement.module.css'
import { usePage } from '#web/ui/use-page.ts'
import { AmountDialog } from './amount-dialog.tsx'
import { heldCents, percentWords } from './balance-view.tsx'
import { HolderChecks } from './holder-checks.tsx'
import classes from './payout.module.css'
import { PayoutActions } from './payout-actions.tsx'
import { PayoutList } from './payout-list.tsx'
import { balancesQuery, payoutsQuery, reserveQuery } from './queries.ts'
import { OwnReserveDialog, ReserveDialog } from './reserve-dialogs.tsx'
import { WalletChanges } from './wallet-changes.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

const FILTERS = {
  status: choiceFilter(Object.entries(PAYOUT_STATUSES) as [PayoutStatus, string][], {
    param: 'situacao',
    label: 'Situação dos repasses',
    none: 'Todos os repasses',
  }),
}

export const meta = pageTitle('Repasses')

/** The payouts to all organizers, and the balance of each: docs/algorithms/payout.md. */
export default function EnterprisePayoutsScreen() {
  const search = useListSearch(FILTERS)
  const { status } = search.query
  const list = useQuery(payoutsQuery({ status, page: usePage() }))
  const balances = useQuery(balancesQuery)
  const reserve = useQuery(reserveQuery)
  return (
    <>
      <PageHeader
        title="Repasses"
        description="O que os organizadores pediram, e o que cada um tem a receber."
      >
        {reserve.data && <ReserveDialog saved={reserve.data} />}
        <ExportButtons
          name="repasses"
          load={(format) => apiFile(exportPayouts, { query: { format, status } })}
        />
      </PageHeader>
      <MoneyTabs of="enterprise" />
      <div className={statement.sections}>
        <section className={statement.section}>
          <h2>Pedidos</h2>
          <ListToolbar>
            <FilterFields list={search} context={undefined} compact />
          </ListToolbar>
          <PayoutList
            payouts={list.data?.data}
            meta={list.data?.meta}
            failure={listFailure(list)}
            withOrganizer
            actions={(payout) => <PayoutActions payout={payout} />}
          />
        </section>
        <HolderChecks accounts={balances.data ?? []} />
        <WalletChanges accounts={balances.data ?? []} />
        <section className={statement.section}>
          <h2>Saldo por organizador</h2>
          <div className={statement.table}>
            <DataTable
              dense
              caption="Saldo por organizador"
              columns={COLUMNS}
              rows={balances.data}
              rowKey={({ organizer }) => organizer.id}
              failure={listFailure(balances)}
            />
          </div>
        </section>
      </div>
    </>
  )
}

type Row = Omit<OrganizerBalance, 'events'>

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'organizer',
    header: 'Organizador',
    title: true,
    compact: 'first',
    cell: ({ organizer, destination_state: state, reserve, wallet, total }) => {
      const notes = [
        toCents(total.owing) !== 0 && `devendo ${formatDecimal(total.owing)}`,
        toCents(total.paying) !== 0 && `em pagamento ${formatDecimal(total.paying)}`,
        state === null && 'sem chave Pix nem conta',
        state?.awaits_holder && 'titular a confirmar',
        state?.held_until && `conta nova, recebe a partir de ${momentWords(state.held_until)}`,
        reserve.own && `reserva de ${percentWords(reserve.percentage)}`,
        wallet && `${percentWords(wallet.percentage)} vão para a carteira`,
      ].filter(Boolean)
      return (
        <Lines minor={notes.join(' · ')}>
          <strong>{organizer.name}</strong>
        </Lines>
      )
    },
  },
  { ...moneyColumn('net', 'Líquido', ({ total }: Row) => total.net), compact: 'third', labelled: true },
  moneyColumn('paid', 'Repassado', ({ total }) => total.paid),
  {
    key: 'held',
    header: 'Retido',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    cell: ({ total }) => <Money value={heldCents(total)} />,
  },
  {
    ...moneyColumn('payable', 'Disponível', ({ payable }: Row) => payable),
    compact: 'second',
    labelled: true,
  },
  {
    ...actionsColumn<Row>((row) => (
      <div className={`${cells.actions} ${classes.rowActions}`}>
        {row.destination !== null && (
          <AmountDialog
            label="Criar repasse"
            title={`Repasse para ${row.organizer.name}`}
            balance={row}
            action={(amount) => api(createPayout, { body: { organizer_id: row.organizer.id, amount } })}
          />
        )}
        <OwnReserveDialog organizer={row.organizer} reserve={row.reserve} />
        <WalletDialog organizer={row.organizer} wallet={row.wallet} />
      </div>
    )),
    compact: 'first-end',
  },
]
