import { IconArrowsJoin, IconHistory, IconMailCheck } from '@tabler/icons-react'
import {
  type AccountDetail,
  blockAccount,
  removeAccount,
  resetAccountAccess,
  verifyAccountEmail,
} from '#contract/backoffice/accounts.ts'
import { BlockButton, RemoveButton, ResetAccessButton } from '#web/actions/account-actions.tsx'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api } from '#web/api/api.ts'
import { auditPathOf } from '#web/navigation/staff-paths.ts'
import { ACCOUNTS_PATH, MERGE_PATH, pathTo } from '#web/paths.ts'
import { ViewAsButton } from '#web/session/view-as-button.tsx'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ResetSecondFactor } from '../operations/reset-second-factor.tsx'
import { ACCOUNTS_KEY, ACCOUNTS_LIST_KEY } from '../queries.ts'
import { ChangeCpfButton } from './change-cpf-button.tsx'

/** What a removal does, for its confirmation. */
export const REMOVAL_WORDS =
  'Para quem pediu que os seus dados sejam apagados, ou para uma conta criada por engano. A conta deixa de existir, e nome, CPF, contatos, respostas e anexos saem das inscrições que ela fez e das que outras contas fizeram com o CPF. Pagamentos e vagas ficam, sem a pessoa. Isso não pode ser desfeito. Não escreva dados da pessoa no motivo.'

export function AccountToolbar({ account }: { account: AccountDetail }) {
  const params = { id: account.id }
  const blocked = account.blocked_at !== null
  const common = { name: account.name, kind: 'participante' }
  return (
    <DetailToolbar
      back={{ to: ACCOUNTS_PATH }}
      more={
        <>
          {account.has_second_factor && <ResetSecondFactor account={account} invalidates={ACCOUNTS_KEY} />}
          <LinkButton to={pathTo(MERGE_PATH, account.id)} variant="default" icon={IconArrowsJoin}>
            Unificar contas
          </LinkButton>
          <ChangeCpfButton account={account} />
          <RemoveButton
            {...common}
            label="Apagar"
            words={REMOVAL_WORDS}
            asksReason
            action={(reason) => api(removeAccount, { params, body: { reason } })}
            invalidates={ACCOUNTS_LIST_KEY}
            list={ACCOUNTS_PATH}
          />
        </>
      }
    >
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
        <ResetAccessButton
          email={account.email}
          action={() => api(resetAccountAccess, { params })}
          invalidates={ACCOUNTS_KEY}
        />
      )}
      {!blocked && <ViewAsButton userId={account.id} name={account.name} />}
      <LinkButton to={auditPathOf('user', account.id)} variant="default" icon={IconHistory}>
        Histórico
      </LinkButton>
      <BlockButton
        {...common}
        blocked={blocked}
        blocks="A pessoa sai de todos os aparelhos agora e não entra mais. As inscrições e os pagamentos dela continuam valendo."
        unblocks="A pessoa pode entrar de novo, com a senha que tinha."
        action={(body) => api(blockAccount, { params, body })}
        invalidates={ACCOUNTS_KEY}
      />
    </DetailToolbar>
  )
}
