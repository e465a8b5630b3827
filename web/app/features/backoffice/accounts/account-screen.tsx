import { IconArrowsJoin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { RecordState } from '#web/lists/record-state.tsx'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { ACCOUNT_RECORD_PATH, ACCOUNTS_PATH, MERGE_PATH, pathTo } from '#web/paths.ts'
import { AddressFacts } from '#web/ui/address-facts.tsx'
import cells from '#web/ui/cells.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import detail from '#web/ui/detail.module.css'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { AccountStatus } from '../account-status.tsx'
import classes from '../backoffice.module.css'
import { PersonRegistrations } from '../person-registrations.tsx'
import { accountQuery } from '../queries.ts'
import { AccountToolbar } from './account-toolbar.tsx'

export const meta = pageTitle('Participante')

export default function AccountScreen() {
  const id = useIdParam() ?? 0
  return <Account key={id} id={id} />
}

function Account({ id }: { id: number }) {
  const query = useQuery(accountQuery(id))
  const { data: account } = query
  if (!account)
    return (
      <RecordState
        title="Participante"
        list={{ to: ACCOUNTS_PATH, label: 'Ver participantes' }}
        query={query}
      />
    )
  return (
    <>
      <PageHeader
        title={account.name}
        tab={account.name}
        badge={<AccountStatus account={account} />}
        description={account.email}
      />
      <AccountToolbar account={account} />
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        {account.similar_accounts.length > 0 && <SimilarAccounts account={account} />}
        <FormSection
          title="Inscrições"
          description="As que esta conta fez, para si e para acompanhantes; as cem mais recentes."
        >
          <PersonRegistrations registrations={account.registrations} name={account.name} />
        </FormSection>
        <Person account={account} />
        <FormSection title="Endereço">
          <AddressFacts address={account.address} />
        </FormSection>
        <FormSection title="Acesso e privacidade">
          <Facts
            facts={[
              ['Conta criada em', momentWords(account.created_at)],
              ['Bloqueada desde', account.blocked_at && momentWords(account.blocked_at)],
              ['Motivo do bloqueio', account.blocked_reason],
              ['Último acesso', account.last_seen_at ? momentWords(account.last_seen_at) : 'nunca entrou'],
              ['Sessões abertas', countWords(account.open_sessions)],
              ['Promoções por e-mail', consentWords(account.receives_promotions)],
              ['Novidades de eventos', consentWords(account.receives_event_updates)],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}

const consentWords = (granted: boolean | null) =>
  granted === null ? 'não informado' : granted ? 'aceita' : 'não aceita'

function Person({ account }: { account: AccountDetail }) {
  return (
    <FormSection title="Dados pessoais">
      <Facts
        facts={[
          ['Nome', account.name],
          ['Email', account.email],
          ['CPF', account.cpf ? formatCpf(account.cpf) : 'Não informado'],
          ['Telefone', account.phone && formatPhone(account.phone)],
          ['Data de nascimento', account.birth_date],
          ['Sexo', account.sex === null ? null : SEXES[account.sex]],
          [
            'Contato de emergência',
            [
              account.emergency_contact,
              account.emergency_contact_phone && formatPhone(account.emergency_contact_phone),
            ]
              .filter(Boolean)
              .join(' · '),
          ],
        ]}
      />
    </FormSection>
  )
}

/** Accounts that may belong to the same person: equal name and date of birth. */
function SimilarAccounts({ account }: { account: AccountDetail }) {
  return (
    <FormSection
      title="Possíveis duplicatas"
      description="Mesmo nome e mesma data de nascimento. Confira antes de unificar: homônimos existem."
    >
      <ul className={classes.records}>
        {account.similar_accounts.map((other) => (
          <li key={other.id}>
            <span className={cells.lines}>
              <Link to={pathTo(ACCOUNT_RECORD_PATH, other.id)} className={cells.name}>
                {other.email}
              </Link>
              <span className={`${cells.minor} numbers`}>
                {other.masked_cpf ? `CPF ${other.masked_cpf}` : 'Sem CPF'}
              </span>
            </span>
            <span className={classes.chips}>
              <AccountStatus account={other} />
              <LinkButton
                to={`${pathTo(MERGE_PATH, account.id)}?com=${other.id}`}
                variant="default"
                size="compact-md"
                icon={IconArrowsJoin}
                aria-label={`Unificar com ${other.email}`}
              >
                Unificar
              </LinkButton>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
