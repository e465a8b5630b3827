import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { failureMessage } from '../../../api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { idOf } from '../../../use-id-param.ts'
import { PANEL_PARAM } from '../list/registration-link.tsx'
import { panelQuery } from '../queries.ts'
import { PanelSkeleton, RegistrationPanel } from './registration-panel.tsx'

/** The panel of the registration that the address names, over the end of the list; closing it leaves the list as it was. */
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
        <RegistrationPanel registration={query.data} />
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
