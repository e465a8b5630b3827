import { Button } from '@mantine/core'
import {
  IconArrowsJoin,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMailCheck,
  IconMailForward,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import {
  type AccountDetail,
  blockAccount,
  removeAccount,
  resetAccountAccess,
  verifyAccountEmail,
} from '#contract/backoffice/accounts.ts'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { api } from '../../../api.ts'
import { ACCOUNT_RECORD_PATH, ACCOUNTS_PATH, auditPathOf, MERGE_PATH, pathTo } from '../../../paths.ts'
import { AddressFacts } from '../../../ui/address-facts.tsx'
import cells from '../../../ui/cells.module.css'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { momentWords } from '../../registration/moment.ts'
import { ActionButton } from '../action-button.tsx'
import classes from '../backoffice.module.css'
import { countWords } from '../count.ts'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { PersonRegistrations } from '../person-registrations.tsx'
import { ACCOUNTS_KEY, ACCOUNTS_LIST_KEY, accountQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { AccountStatus } from './account-status.tsx'

export const meta = pageTitle('Participante')

/** A participant's account: its data, its registrations and the actions of the back office. */
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

/** Accounts that may belong to the same person: same name and birth date. */
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
              <Button
                component={Link}
                to={`${pathTo(MERGE_PATH, account.id)}?com=${other.id}`}
                variant="default"
                size="compact-md"
                leftSection={<IconArrowsJoin size={18} aria-hidden />}
                aria-label={`Unificar com ${other.email}`}
              >
                Unificar
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

/** The actions of the back office on a participant's account. */
function AccountToolbar({ account }: { account: AccountDetail }) {
  const navigate = useNavigate()
  const params = { id: account.id }
  const blocked = account.blocked_at !== null
  return (
    <DetailToolbar back={{ to: ACCOUNTS_PATH }}>
      {!account.email_verified && (
        <ActionButton
          icon={IconMailCheck}
          label="Verificar e-mail"
          question={{
            title: 'Dar o e-mail por verificado?',
            words: `${account.email} passa a entrar sem o link de confirmação. Faça isso só depois de ter certeza de que o endereço é da pessoa.`,
            confirm: 'Verificar',
          }}
          action={() => api(verifyAccountEmail, { params })}
          invalidates={ACCOUNTS_KEY}
          failure="Erro ao verificar o e-mail."
        />
      )}
      {!blocked && (
        <ActionButton
          icon={IconMailForward}
          label="Redefinir acesso"
          question={{
            title: 'Redefinir o acesso?',
            words: `Um link para criar uma senha nova segue para ${account.email}. Até lá, nada muda.`,
            confirm: 'Enviar',
          }}
          action={() => api(resetAccountAccess, { params })}
          invalidates={ACCOUNTS_KEY}
          failure="Erro ao enviar o e-mail."
        />
      )}
      {account.has_second_factor && <ResetSecondFactor account={account} invalidates={ACCOUNTS_KEY} />}
      <LinkButton to={pathTo(MERGE_PATH, account.id)} variant="default" icon={IconArrowsJoin}>
        Unificar contas
      </LinkButton>
      <LinkButton to={auditPathOf('user', account.id)} variant="default" icon={IconHistory}>
        Histórico
      </LinkButton>
      <ActionButton
        // Each dialog has its own key, so that one that is closing does not change its words.
        key={blocked ? 'unblock' : 'block'}
        icon={blocked ? IconLockOpen : IconLock}
        label={blocked ? 'Desbloquear' : 'Bloquear'}
        danger={!blocked}
        question={{
          title: `${blocked ? 'Desbloquear' : 'Bloquear'} ${account.name}?`,
          words: blocked
            ? 'A pessoa pode entrar de novo, com a senha que tinha.'
            : 'A pessoa sai de todos os aparelhos agora e não entra mais. As inscrições e os pagamentos dela continuam valendo.',
          confirm: blocked ? 'Desbloquear' : 'Bloquear',
        }}
        asksReason={!blocked}
        action={(reason) =>
          api(blockAccount, { params, body: blocked ? { blocked: false } : { blocked: true, reason } })
        }
        invalidates={ACCOUNTS_KEY}
        failure="Erro ao mudar a situação do participante."
      />
      {account.registrations.length === 0 && (
        <ActionButton
          icon={IconTrash}
          label="Apagar"
          danger
          question={{
            title: `Apagar ${account.name}?`,
            words:
              'A conta foi criada por engano? Ela some com os dados dela, e o e-mail e o CPF ficam livres. Só contas sem inscrições nem pagamentos podem ser apagadas. Isso não pode ser desfeito.',
            confirm: 'Apagar',
          }}
          action={() => api(removeAccount, { params })}
          onDone={() => navigate(ACCOUNTS_PATH, { replace: true })}
          invalidates={ACCOUNTS_LIST_KEY}
          failure="Erro ao apagar o participante."
        />
      )}
    </DetailToolbar>
  )
}
