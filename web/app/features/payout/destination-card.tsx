import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCnpj, formatCpf, formatPhone } from '#contract/documents.ts'
import { ACCOUNT_KINDS, type BankAccount } from '#contract/payout/bank-account.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES, type PixKeyType } from '#contract/payout/pix-key.ts'
import { secondFactorQuery } from '#web/features/account/queries.ts'
import { ACCOUNT_PATH } from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import statement from '#web/ui/statement.module.css'
import { DestinationDialog } from './destination-dialog.tsx'
import classes from './payout.module.css'

export function DestinationCard({ balance }: { balance: OrganizerBalance | undefined }) {
  const factor = useQuery(secondFactorQuery).data
  if (!balance) return null
  const { destination, destination_state: state, wallet, wallet_change: change } = balance
  return (
    <section className={statement.section} aria-labelledby="conta">
      <h2 id="conta">Onde você recebe</h2>
      <div className={classes.bar}>
        <div className={classes.words}>
          {destination?.pix_key && destination.pix_key_type && (
            <p>
              Pix · {PIX_KEY_TYPES[destination.pix_key_type]}:{' '}
              {pixKeyWords(destination.pix_key_type, destination.pix_key)}
            </p>
          )}
          {destination?.bank_account && <p>{accountWords(destination.bank_account)}</p>}
          {!destination && (
            <p>
              Cadastre a chave Pix ou a conta bancária que recebe os repasses para poder pedir o primeiro.
            </p>
          )}
          {state?.awaits_holder && (
            <p>
              A empresa ainda vai confirmar que esta conta é sua. A chave Pix do CNPJ do seu cadastro não
              precisa disso.
            </p>
          )}
          {state?.held_until && (
            <p>
              Por segurança, uma conta nova só recebe depois de 72 horas: esta, a partir de{' '}
              {momentWords(state.held_until)}. Se não foi você quem a trocou, mude a sua senha e fale com o
              atendimento agora.
            </p>
          )}
          {factor && !factor.enabled_at && (
            <p>
              Esta conta decide quem recebe o seu dinheiro. Ative a verificação em duas etapas em Minha conta
              para {destination ? 'trocá-la' : 'cadastrá-la'}.
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
        {factor && !factor.enabled_at ? (
          <LinkButton to={ACCOUNT_PATH} variant="default" icon={IconShieldLock}>
            Ativar a verificação
          </LinkButton>
        ) : (
          <DestinationDialog destination={destination} />
        )}
      </div>
    </section>
  )
}

const documentWords = (document: string): string => formatCpf(formatCnpj(document))

/** Banks store documents without punctuation, and telephones with the code of the country. */
function pixKeyWords(type: PixKeyType, key: string): string {
  if (type === 'cpf' || type === 'cnpj') return documentWords(key)
  return type === 'phone' ? formatPhone(key.replace('+55', '')) : key
}

const accountWords = ({ bank, branch, account, kind, holder_document }: BankAccount): string =>
  `${ACCOUNT_KINDS[kind]} ${account} · banco ${bank} · agência ${branch} · titular ${documentWords(holder_document)}`
