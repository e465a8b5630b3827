import type { EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { OVERDUE_DAYS, type RefundStatus } from '#contract/payment/refund.ts'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import { plural } from '#contract/words.ts'
import { ENTERPRISE_PAYOUTS_PATH, REFUNDS_PATH } from '#web/paths.ts'
import type { InboxTask } from '#web/ui/inbox.tsx'

const refunds = (status: RefundStatus) => `${REFUNDS_PATH}?situacao=${status}`
const payouts = (status: PayoutStatus) => `${ENTERPRISE_PAYOUTS_PATH}?situacao=${status}`

/** What waits for the enterprise, the most urgent first. */
export function enterpriseTasks({ tasks }: EnterpriseOverview): InboxTask[] {
  const all: [count: number, task: InboxTask][] = [
    [
      tasks.stuck_refunds,
      {
        key: 'stuck',
        words: plural(tasks.stuck_refunds, 'devolução parada', 'devoluções paradas'),
        note: 'O meio de pagamento não pôde fazer.',
        action: { to: refunds('needs_person'), label: 'Ver devoluções' },
      },
    ],
    [
      tasks.overdue_refunds,
      {
        key: 'overdue',
        words: plural(tasks.overdue_refunds, 'devolução atrasada', 'devoluções atrasadas'),
        note: `Há mais de ${OVERDUE_DAYS} dias.`,
        action: { to: `${REFUNDS_PATH}?prazo=overdue`, label: 'Ver devoluções' },
      },
    ],
    [
      tasks.requested_refunds,
      {
        key: 'requested',
        words: plural(tasks.requested_refunds, 'devolução em aprovação', 'devoluções em aprovação'),
        note: 'Aprove ou recuse.',
        action: { to: refunds('requested'), label: 'Ver pedidos' },
      },
    ],
    [
      tasks.requested_payouts,
      {
        key: 'payouts',
        words: plural(tasks.requested_payouts, 'repasse pedido', 'repasses pedidos'),
        note: 'Quem pediu não pode aprovar.',
        action: { to: payouts('requested'), label: 'Ver repasses' },
      },
    ],
    [
      tasks.approved_payouts,
      {
        key: 'approved',
        words: plural(tasks.approved_payouts, 'repasse aprovado', 'repasses aprovados'),
        note: 'Falta pagar e guardar o comprovante.',
        action: { to: payouts('approved'), label: 'Ver repasses' },
      },
    ],
  ]
  return all.filter(([count]) => count > 0).map(([, task]) => task)
}
