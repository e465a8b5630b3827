import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { participantsPath } from '../../../staff-paths.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FramedError } from '../../../ui/frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { panelQuery } from '../queries.ts'
import classes from './panel.module.css'
import { PanelSkeleton, RegistrationPanel } from './registration-panel.tsx'

export const meta = pageTitle('Inscrição')

/** The panel of one registration at an address of its own, which links from elsewhere lead to. */
export default function RegistrationScreen() {
  const id = useIdParam()
  const session = useSession()
  const query = useQuery({ ...panelQuery(id ?? 0), enabled: id !== null })
  const { data } = query
  if (id === null || (query.isError && !data))
    return (
      <>
        <PageHeader title="Inscrição" />
        <FramedError
          message={failureMessage(query.error, 'Registro não encontrado.')}
          {...(id !== null && { onRetry: () => query.refetch() })}
        />
      </>
    )
  return (
    <div className={classes.screen}>
      <PageHeader
        title={data?.participant.name ?? 'Inscrição'}
        description={data?.event.title}
        tab={data && `${data.participant.name} · ${data.event.title}`}
      >
        {session && data && <DetailToolbar back={{ to: participantsPath(session, data.event.id) }} />}
      </PageHeader>
      {data ? <RegistrationPanel registration={data} alone /> : <PanelSkeleton />}
    </div>
  )
}
