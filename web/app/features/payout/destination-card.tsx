import { IconKey } from '@tabler/icons-react'
import { ACCOUNT_KINDS, type BankAccount } from '#contract/payout/bank-account.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES } from '#contract/payout/pix-key.ts'
import statement from '../report/statement/statement.module.css'
import { DestinationDialog } from './destination-dialog.tsx'
import classes from './payout.module.css'

/** The Pix key and the bank account that receive the payouts, and their change. */
export function DestinationCard({ balance }: { balance: OrganizerBalance | undefined }) {
  if (!balance) return null
  const { destination, wallet, wallet_change: change } = balance
  return (
    <section className={statement.section} aria-labelledby="conta">
      <h2 id="conta">Onde você recebe</h2>
      <div className={classes.bar}>
        <div className={classes.words}>
          {destination?.pix_key && destination.pix_key_type && (
            <p>
              Pix · {PIX_KEY_TYPES[destination.pix_key_type]}: {destination.pix_key}
            </p>
          )}
          {destination?.bank_account && <p>{accountWords(destination.bank_account)}</p>}
          {!destination && (
            <p>
              Cadastre a chave Pix ou a conta bancária que recebe os repasses para poder pedir o primeiro.
            </p>
          )}
          {wallet && (
            <p>
              {wallet.percentage.replace('.00', '').replace('.', ',')}% da sua parte de cada pagamento novo
              vai na hora para a sua carteira no Asaas.
            </p>
          )}
          {change && (
            <p>
              A empresa pediu a mudança da carteira{change.wallet ? ` para ${change.wallet.id}` : ''}; ela
              vale depois que outra pessoa aprovar. Se você não esperava por isso, fale com o atendimento.
            </p>
          )}
        </div>
        <DestinationDialog icon={IconKey} destination={destination} />
      </div>
    </section>
  )
}

const accountWords = ({ bank, branch, account, kind, holder_document }: BankAccount): string =>
  `${ACCOUNT_KINDS[kind]} ${account} · banco ${bank} · agência ${branch} · titular ${holder_document}`
