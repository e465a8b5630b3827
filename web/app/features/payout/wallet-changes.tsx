import { IconCheck, IconX } from '@tabler/icons-react'
import { approveWalletChange, refuseWalletChange } from '#contract/payout/enterprise.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'
import cells from '#web/ui/cells.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import statement from '#web/ui/statement.module.css'
import { percentWords } from './balance-view.tsx'
import classes from './payout.module.css'
import { PAYOUTS_KEY } from './queries.ts'

type Account = Pick<OrganizerBalance, 'organizer' | 'wallet_change'>

/** The changes of wallets that wait for a second person's approval. */
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
  const { send, ...proof } = useProof()
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
        <FormDialogButton
          changes={PAYOUTS_KEY}
          icon={IconCheck}
          label="Aprovar mudança"
          title={`Mudar a carteira de ${organizer.name}?`}
          fields={['current_password', 'code']}
          submit="Aprovar"
          action={() => send((body) => api(approveWalletChange, { params: { id }, body }))}
        >
          {(errorOf) => (
            <>
              <p>
                Vale para as cobranças feitas de agora em diante: {words}. Confirme antes com o organizador.
              </p>
              <ProofFields
                {...proof}
                description="Pedimos a senha porque a carteira decide quem recebe o dinheiro."
                errorOf={errorOf}
              />
            </>
          )}
        </FormDialogButton>
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
