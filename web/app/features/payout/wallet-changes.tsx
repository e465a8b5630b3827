import { IconCheck, IconX } from '@tabler/icons-react'
import { approveWalletChange, refuseWalletChange } from '#contract/payout/company.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { api } from '../../api.ts'
import cells from '../../ui/cells.module.css'
import { ActionButton } from '../backoffice/action-button.tsx'
import { momentWords } from '../registration/moment.ts'
import statement from '../report/statement/statement.module.css'
import { percentWords } from './balance-view.tsx'
import classes from './payout.module.css'
import { PAYOUTS_KEY } from './queries.ts'

type Account = Pick<OrganizerBalance, 'organizer' | 'wallet_change'>

/** The changes of organizers' wallets that wait for a second person; nothing while there is none. */
export function WalletChanges({ accounts }: { accounts: readonly Account[] }) {
  const waiting = accounts.filter(({ wallet_change }) => wallet_change !== null)
  if (waiting.length === 0) return null
  return (
    <section className={statement.section}>
      <h2>Mudanças de carteira</h2>
      <ul className={classes.changes}>
        {waiting.map(({ organizer, wallet_change }) => (
          <li key={organizer.id} className={classes.bar}>
            {wallet_change && <WalletChange organizer={organizer} change={wallet_change} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WalletChangeProps {
  organizer: Account['organizer']
  change: NonNullable<Account['wallet_change']>
}

function WalletChange({ organizer, change: { id, wallet, requested_at, requested_by } }: WalletChangeProps) {
  const words = wallet
    ? `${percentWords(wallet.percentage)} de cada cobrança nova para a carteira ${wallet.id}`
    : 'nada mais vai para a carteira'
  return (
    <>
      <div className={cells.lines}>
        <strong>{organizer.name}</strong>
        <span className={classes.code}>{words}</span>
        <span className={cells.minor}>
          Pedida por {requested_by} em {momentWords(requested_at)}
        </span>
      </div>
      <div className={cells.actions}>
        <ActionButton
          icon={IconCheck}
          label="Aprovar mudança"
          question={{
            title: `Mudar a carteira de ${organizer.name}?`,
            words: `Vale para as cobranças feitas de agora em diante: ${words}. Confirme antes com o organizador.`,
            confirm: 'Aprovar',
          }}
          action={() => api(approveWalletChange, { params: { id } })}
          invalidates={PAYOUTS_KEY}
          failure="Erro ao aprovar a mudança."
        />
        <ActionButton
          icon={IconX}
          label="Recusar mudança"
          question={{
            title: `Recusar a mudança da carteira de ${organizer.name}?`,
            words: 'A carteira continua como está.',
            confirm: 'Recusar',
          }}
          action={() => api(refuseWalletChange, { params: { id } })}
          invalidates={PAYOUTS_KEY}
          failure="Erro ao recusar a mudança."
        />
      </div>
    </>
  )
}
