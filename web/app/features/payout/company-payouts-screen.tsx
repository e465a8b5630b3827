import { useQuery } from '@tanstack/react-query'
import { formatDecimal, toCents } from '#contract/money.ts'
import { createPayout, exportPayouts, savePayoutSettings } from '#contract/payout/company.ts'
import { type OrganizerBalance, PAYOUT_STATUSES, type PayoutStatus } from '#contract/payout/payout.ts'
import { api, apiFile } from '../../api.ts'
import { COMPANY_STATEMENT_PATH } from '../../paths.ts'
import { listFailure } from '../../query-failure.ts'
import cells from '../../ui/cells.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { usePage } from '../../ui/use-page.ts'
import { FilterSelect } from '../backoffice/filter-select.tsx'
import { useListSearch } from '../backoffice/use-list-search.ts'
import statement from '../report/statement/statement.module.css'
import { AmountDialog } from './amount-dialog.tsx'
import { heldCents, percentWords } from './balance-view.tsx'
import { OwnReserveDialog } from './own-reserve-dialog.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { PayoutList } from './payout-list.tsx'
import { balancesQuery, payoutsQuery, reserveQuery } from './queries.ts'
import { ReserveDialog } from './reserve-dialog.tsx'
import { WalletChanges } from './wallet-changes.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

const FILTERS = [['', 'Todos os repasses'], ...Object.entries(PAYOUT_STATUSES)] as const
const isStatus = (value: string): value is PayoutStatus => value in PAYOUT_STATUSES

export const meta = pageTitle('Repasses')

/** The payouts to all organizers, and what each has to receive: docs/algorithms/payout.md. */
export default function CompanyPayoutsScreen() {
  const { filter, setFilter } = useListSearch()
  const wanted = filter('situacao')
  const status = isStatus(wanted) ? wanted : undefined
  const list = useQuery(payoutsQuery({ status, page: usePage() }))
  const balances = useQuery(balancesQuery)
  const reserve = useQuery(reserveQuery)
  return (
    <>
      <PageHeader
        title="Repasses"
        description="O que os organizadores pediram, e o que cada um tem a receber."
      />
      <DetailToolbar back={{ to: COMPANY_STATEMENT_PATH }}>
        {reserve.data && (
          <ReserveDialog saved={reserve.data} onSave={(body) => api(savePayoutSettings, { body })} />
        )}
        {(['csv', 'xlsx'] as const).map((format) => (
          <FileButton
            key={format}
            label={`Baixar ${format.toUpperCase()}`}
            name={`repasses.${format}`}
            fetch={() => apiFile(exportPayouts, { query: { format, status } })}
          />
        ))}
      </DetailToolbar>
      <div className={statement.sections}>
        <section className={statement.section}>
          <h2>Pedidos</h2>
          <ListToolbar>
            <FilterSelect
              label="Situação dos repasses"
              value={wanted}
              options={FILTERS}
              onChange={(value) => setFilter('situacao', value)}
            />
          </ListToolbar>
          <PayoutList
            payouts={list.data?.data}
            meta={list.data?.meta}
            failure={listFailure(list)}
            withOrganizer
            actions={(payout) => <PayoutActions payout={payout} />}
          />
        </section>
        <WalletChanges accounts={balances.data ?? []} />
        <section className={statement.section}>
          <h2>Saldo por organizador</h2>
          <div className={statement.table}>
            <DataTable
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
    cell: ({ organizer, destination, reserve, wallet }) => {
      const notes = [
        destination === null && 'sem chave Pix nem conta',
        reserve.own && `reserva de ${percentWords(reserve.percentage)}`,
        wallet && `${percentWords(wallet.percentage)} vão para a carteira`,
      ].filter(Boolean)
      return (
        <div className={cells.lines}>
          <strong>{organizer.name}</strong>
          {notes.length > 0 && <span className={cells.minor}>{notes.join(' · ')}</span>}
        </div>
      )
    },
  },
  { key: 'net', header: 'Líquido', align: 'end', cell: ({ total }) => <Money value={total.net} /> },
  { key: 'paid', header: 'Repassado', align: 'end', cell: ({ total }) => <Money value={total.paid} /> },
  {
    key: 'held',
    header: 'Retido',
    align: 'end',
    cell: ({ total }) => (
      <div className={cells.lines}>
        <Money value={heldCents(total)} />
        {toCents(total.paying) !== 0 && (
          <span className={cells.minor}>em pagamento {formatDecimal(total.paying)}</span>
        )}
        {toCents(total.owing) !== 0 && (
          <span className={cells.minor}>devendo {formatDecimal(total.owing)}</span>
        )}
      </div>
    ),
  },
  { key: 'payable', header: 'Disponível', align: 'end', cell: ({ payable }) => <Money value={payable} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (row) => (
      <div className={cells.actions}>
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
    ),
  },
]
