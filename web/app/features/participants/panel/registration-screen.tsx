import { useQuery } from '@tanstack/react-query'
import { recordFailure } from '#web/api/query-failure.ts'
import { participantsPath } from '#web/navigation/staff-paths.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { useSession } from '#web/session/session.ts'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { panelQuery } from '../queries.ts'
import classes from './panel.module.css'
import { PanelSkeleton, RegistrationRecordView } from './registration-record.tsx'

export const meta = pageTitle('Inscrição')

/** The panel of one registration on a page of its own, the target of links from other screens. */
export default function RegistrationScreen() {
  const id = useIdParam()
  const session = useSession()
  const query = useQuery({ ...panelQuery(id ?? 0), enabled: id !== null })
  const { data } = query
  const failure =
    id === null ? { message: 'Registro não encontrado.', isRefused: true } : recordFailure(query)
  if (failure)
    return (
      <>
        <PageHeader title="Inscrição" />
        <FramedError {...failure} />
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
      {data ? <RegistrationRecordView registration={data} alone /> : <PanelSkeleton />}
    </div>
  )
}
