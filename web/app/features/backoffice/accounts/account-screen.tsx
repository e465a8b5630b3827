import { useQuery } from '@tanstack/react-query'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import { ACCOUNTS_PATH } from '../../../paths.ts'
import { AddressFacts } from '../../../ui/address-facts.tsx'
import detail from '../../../ui/detail.module.css'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { momentWords } from '../../registration/moment.ts'
import { countWords } from '../count.ts'
import { PersonRegistrations } from '../person-registrations.tsx'
import { accountQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { AccountStatus } from './account-status.tsx'
import { AccountToolbar } from './account-toolbar.tsx'
import { SimilarAccounts } from './similar-accounts.tsx'

export const meta = pageTitle('Participante')

/** Everything known of a participant, and what can be done for them. */
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

const SEXES = ['Masculino', 'Feminino']
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
