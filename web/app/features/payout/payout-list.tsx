import { IconReceipt2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ACCOUNT_KINDS } from '#contract/payout/bank-account.ts'
import { PAYOUT_STATUSES, type Payout, type PayoutStatus } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES } from '#contract/payout/pix-key.ts'
import cells from '#web/ui/cells.module.css'
import { actionsColumn, Lines } from '#web/ui/cells.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListMeta } from '#web/ui/list-footer.tsx'
import { Money } from '#web/ui/money.tsx'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'

const TONES: Record<PayoutStatus, Tone> = {
  requested: 'warning',
  approved: 'info',
  paid: 'success',
  refused: 'error',
  cancelled: 'neutral',
}

function lastStep({ status, closed_at, closed_by, approved_at, approved_by, ...asked }: Payout): string {
  const [at, by] =
    closed_at !== null
      ? [closed_at, closed_by]
      : approved_at !== null
        ? [approved_at, approved_by]
        : [asked.requested_at, asked.requested_by]
  return `${PAYOUT_STATUSES[status].toLowerCase()} por ${by} em ${momentWords(at)}`
}

const minor = `${cells.minor} numbers`

const columns = (withOrganizer: boolean, actions: (payout: Payout) => ReactNode): Column<Payout>[] => [
  {
    key: 'payout',
    header: 'Repasse',
    title: true,
    cell: ({ id, organizer, items }) => (
      <Lines
        minor={[withOrganizer && `nº ${id}`, items.map(({ title }) => title).join(', ')]
          .filter(Boolean)
          .join(' · ')}
      >
        <strong>{withOrganizer ? organizer.name : `Repasse nº ${id}`}</strong>
      </Lines>
    ),
  },
  { key: 'amount', header: 'Valor', align: 'end', cell: ({ amount }) => <Money value={amount} /> },
  {
    key: 'destination',
    header: 'Para',
    cell: ({ destination: { pix_key, pix_key_type, bank_account: account } }) => (
      <div className={cells.lines}>
        {pix_key && pix_key_type && (
          <>
            <span>{pix_key}</span>
            <span className={minor}>Pix · {PIX_KEY_TYPES[pix_key_type]}</span>
          </>
        )}
        {account && (
          <>
            <span className="numbers">{account.account}</span>
            <span className={minor}>
              {ACCOUNT_KINDS[account.kind]} · banco {account.bank} · agência {account.branch}
            </span>
          </>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Situação',
    cell: (payout) => (
      <div className={cells.lines}>
        <StatusChip tone={TONES[payout.status]}>{PAYOUT_STATUSES[payout.status]}</StatusChip>
        <span className={minor}>{lastStep(payout)}</span>
        {payout.note && <span>{payout.note}</span>}
      </div>
    ),
  },
  actionsColumn(actions),
]

interface PayoutListProps {
  payouts: readonly Payout[] | undefined
  meta: ListMeta | undefined
  failure: { message: string; onRetry: () => void } | undefined
  withOrganizer: boolean
  actions: (payout: Payout) => ReactNode
}

export function PayoutList({ payouts, meta, failure, withOrganizer, actions }: PayoutListProps) {
  return (
    <DataTable
      caption="Repasses"
      columns={columns(withOrganizer, actions)}
      rows={payouts}
      rowKey={({ id }) => id}
      meta={meta}
      failure={failure}
      empty={<EmptyState description="Nenhum repasse por aqui." icon={<IconReceipt2 size={28} />} />}
    />
  )
}
