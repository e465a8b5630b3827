import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { ACCOUNT_RECORD_PATH, ACCOUNTS_PATH, pathTo } from '../../../paths.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { idOf, useIdParam } from '../../../use-id-param.ts'
import { accountQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { DuplicatePicker } from './duplicate-picker.tsx'
import { MergePreviewView } from './merge-preview.tsx'

const WITH_PARAM = 'com'

export const meta = pageTitle('Unificar contas')

/** Two accounts of one person become one: which, what would happen, and then it happens. */
export default function MergeScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(accountQuery(id))
  const { data: account } = query
  if (account) return <Merge key={id} account={account} />
  return (
    <RecordState
      title="Unificar contas"
      list={{ to: ACCOUNTS_PATH, label: 'Ver participantes' }}
      query={query}
    />
  )
}

function Merge({ account }: { account: AccountDetail }) {
  const [params, setParams] = useSearchParams()
  const duplicateId = idOf(params.get(WITH_PARAM) ?? undefined)
  return (
    <>
      <PageHeader
        title="Unificar contas"
        description={`Tudo o que a outra conta da mesma pessoa tem passa para a de ${account.name}. Não há como desfazer.`}
      />
      <DetailToolbar
        back={
          duplicateId ? { onClick: () => setParams({}) } : { to: pathTo(ACCOUNT_RECORD_PATH, account.id) }
        }
      />
      {duplicateId ? (
        <MergePreviewView keptId={account.id} duplicateId={duplicateId} />
      ) : (
        <DuplicatePicker account={account} onChoose={(id) => setParams({ [WITH_PARAM]: String(id) })} />
      )}
    </>
  )
}
