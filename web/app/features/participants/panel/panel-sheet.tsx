import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { failureMessage } from '#web/api/api.ts'
import { idOf } from '#web/navigation/use-id-param.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { PANEL_PARAM } from '../list/participant-columns.tsx'
import { panelQuery } from '../queries.ts'
import { PanelSkeleton, RegistrationRecordView } from './registration-record.tsx'

/** The panel of the registration in the URL, over the end of the list. */
export function PanelSheet() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const id = idOf(params.get(PANEL_PARAM))
  const query = useQuery({ ...panelQuery(id ?? 0), enabled: id !== null })
  const close = () => {
    const next = new URLSearchParams(params)
    next.delete(PANEL_PARAM)
    setParams(next, { replace: true, state, preventScrollReset: true })
  }
  return (
    <Sheet
      open={id !== null}
      onClose={close}
      side="right"
      size="min(34rem, 100vw)"
      title={query.data?.participant.name ?? 'Inscrição'}
    >
      {query.data ? (
        <RegistrationRecordView registration={query.data} />
      ) : query.isError ? (
        <ErrorState
          message={failureMessage(query.error, 'Erro ao consultar o registro.')}
          onRetry={() => query.refetch()}
        />
      ) : (
        <PanelSkeleton />
      )}
    </Sheet>
  )
}
