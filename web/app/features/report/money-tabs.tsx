import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import {
  DAILY_MONEY_PATH,
  ENTERPRISE_PAYOUTS_PATH,
  ENTERPRISE_STATEMENT_PATH,
  ORGANIZER_PAYOUTS_PATH,
  ORGANIZER_REFUNDS_PATH,
  ORGANIZER_STATEMENT_PATH,
  REFUNDS_PATH,
} from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { type PageTab, PageTabs } from '#web/ui/page-tabs.tsx'

const STATEMENT: PageTab = { to: ORGANIZER_STATEMENT_PATH, label: 'Extrato' }
const REFUNDS: PageTab = { to: ORGANIZER_REFUNDS_PATH, label: 'Devoluções' }
const ORGANIZER: readonly PageTab[] = [STATEMENT, { to: ORGANIZER_PAYOUTS_PATH, label: 'Repasses' }, REFUNDS]
const ENTERPRISE: readonly PageTab[] = [
  { to: ENTERPRISE_STATEMENT_PATH, label: 'Extrato' },
  { to: ENTERPRISE_PAYOUTS_PATH, label: 'Repasses' },
  { to: DAILY_MONEY_PATH, label: 'Movimento diário' },
  { to: REFUNDS_PATH, label: 'Devoluções' },
]

/** The pages about money of an organizer, or of an enterprise. */
export function MoneyTabs({ of }: { of: 'organizer' | 'enterprise' }) {
  const isProducer = useSession()?.user.organizer?.type === ORGANIZER_TYPE.producer
  // A realizador sees only some events, but a payout covers all of the organizer's.
  const own = isProducer ? [STATEMENT, REFUNDS] : ORGANIZER
  return <PageTabs label="Financeiro" tabs={of === 'organizer' ? own : ENTERPRISE} />
}
