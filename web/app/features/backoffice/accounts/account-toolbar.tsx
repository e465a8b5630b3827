import {
  IconArrowsJoin,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMailCheck,
  IconMailForward,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import {
  type AccountDetail,
  blockAccount,
  removeAccount,
  resetAccountAccess,
  verifyAccountEmail,
} from '#contract/backoffice/accounts.ts'
import { api } from '../../../api.ts'
import { ACCOUNTS_PATH, MERGE_PATH, pathTo } from '../../../paths.ts'
import { auditPathOf } from '../../../staff-paths.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { ActionButton } from '../action-button.tsx'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { ACCOUNTS_KEY, ACCOUNTS_LIST_KEY } from '../queries.ts'
import { ViewAsButton } from '../view-as-button.tsx'

/** The actions of the back office on a participant's account. */
export function AccountToolbar({ account }: { account: AccountDetail }) {
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
      {!blocked && <ViewAsButton userId={account.id} name={account.name} />}
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
