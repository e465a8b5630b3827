import { Button } from '@mantine/core'
import {
  IconArrowsJoin,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMailCheck,
  IconMailForward,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import {
  type AccountDetail,
  blockAccount,
  resetAccountAccess,
  verifyAccountEmail,
} from '#contract/backoffice/accounts.ts'
import { api } from '../../../api.ts'
import { ACCOUNTS_PATH, auditPathOf, MERGE_PATH, pathTo } from '../../../paths.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { ActionButton } from '../action-button.tsx'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { ACCOUNTS_KEY } from '../queries.ts'

/** What the back office does for a participant. */
export function AccountToolbar({ account }: { account: AccountDetail }) {
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
          forget={ACCOUNTS_KEY}
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
          forget={ACCOUNTS_KEY}
          failure="Erro ao enviar o e-mail."
        />
      )}
      {account.has_second_factor && <ResetSecondFactor account={account} forget={ACCOUNTS_KEY} />}
      <Button
        component={Link}
        to={pathTo(MERGE_PATH, account.id)}
        variant="default"
        leftSection={<IconArrowsJoin size={20} aria-hidden />}
      >
        Unificar contas
      </Button>
      <Button
        component={Link}
        to={auditPathOf('user', account.id)}
        variant="default"
        leftSection={<IconHistory size={20} aria-hidden />}
      >
        Histórico
      </Button>
      <ActionButton
        // Another question: the old one, on its way out, does not turn into it.
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
        action={() => api(blockAccount, { params, body: { blocked: !blocked } })}
        forget={ACCOUNTS_KEY}
        failure="Erro ao mudar a situação do participante."
      />
    </DetailToolbar>
  )
}
