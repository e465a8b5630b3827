import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { idOf } from '../../producer/places.ts'
import { PARTICIPANTS_PATH, recordPath } from '../places.ts'
import { accountQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { DuplicatePicker } from './duplicate-picker.tsx'
import { MergePreviewView } from './merge-preview.tsx'

const WITH_PARAM = 'com'

/** Two accounts of one person become one: which, what would happen, and then it happens. */
export function MergeScreen({ id }: { id: number }) {
  const query = useQuery(accountQuery(id))
  const { data: account } = query
  if (account) return <Merge account={account} />
  return (
    <RecordState
      title="Unificar contas"
      list={{ to: PARTICIPANTS_PATH, label: 'Ver participantes' }}
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
          duplicateId ? { onClick: () => setParams({}) } : { to: recordPath(PARTICIPANTS_PATH, account.id) }
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
