import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listFailure } from '#web/api/query-failure.ts'
import { REGISTRATION_ACTION_WORDS } from '#web/features/registration/action-words.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { pathTo, REGISTRATION_PATH } from '#web/paths.ts'
import classes from '#web/ui/change-entry.module.css'
import { ChangeEntry } from '#web/ui/change-entry.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFooter } from '#web/ui/list-footer.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { EVENT_ACTION_WORDS } from './event-actions.ts'
import { eventQuery, historyQuery } from './queries.ts'

const SKELETONS = [1, 2, 3, 4, 5]

export const meta = pageTitle('Histórico do evento')

/** The changes of an event with author and values before and after, latest first. */
export default function HistoryScreen() {
  const eventId = useIdParam() ?? 0
  const page = usePage()
  const event = useQuery(eventQuery(eventId))
  const list = useQuery(historyQuery(eventId, page))
  const failure = listFailure(list)
  const entries = list.data?.data
  return (
    <>
      <PageHeader
        title={event.data ? `Histórico - ${event.data.title}` : 'Histórico'}
        tab={event.data && `Histórico · ${event.data.title}`}
        description="Quem mudou o quê, e quando. Nada daqui pode ser apagado."
      />
      {failure && <ErrorState {...failure} />}
      {!entries && !failure && (
        <div className={classes.entries} aria-busy>
          {SKELETONS.map((one) => (
            <Skeleton key={one} height={92} radius="lg" />
          ))}
        </div>
      )}
      {entries?.length === 0 && <EmptyState icon={<IconHistory size={28} />} />}
      {entries && entries.length > 0 && (
        <ul className={classes.entries} aria-label="Histórico">
          {entries.map(({ id, action, at, actor, registration_id, changes }) => (
            <ChangeEntry
              key={id}
              title={EVENT_ACTION_WORDS[action] ?? REGISTRATION_ACTION_WORDS[action] ?? 'Mudança'}
              at={at}
              when={momentWords(at)}
              byline={
                <>
                  {actor ?? 'A plataforma'}
                  {registration_id !== null && (
                    <>
                      {' · '}
                      <Link to={pathTo(REGISTRATION_PATH, registration_id)}>
                        Inscrição nº {registration_id}
                      </Link>
                    </>
                  )}
                </>
              }
              changes={changes}
            />
          ))}
        </ul>
      )}
      {list.data && list.data.meta.total > 0 && <ListFooter meta={list.data.meta} />}
    </>
  )
}
