import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listTransferred } from '#contract/my-registrations/transfer.ts'
import { api } from '#web/api/api.ts'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import classes from './my-events.module.css'

/** The registrations that now are somebody else's; nothing without any, or while they cannot be read. */
export function Transferred() {
  const { data = [] } = useQuery({
    queryKey: [...REGISTRATIONS_KEY, 'transferred'],
    queryFn: async ({ signal }) => (await api(listTransferred, { signal })).data,
  })
  if (data.length === 0) return null
  return (
    <section className={classes.transferred} aria-labelledby="transferred-title">
      <h2 id="transferred-title">Transferidas</h2>
      <ul>
        {data.map(({ id, title, slug, date_event, to, at }) => (
          <li key={id}>
            <Link to={pathTo(EVENT_PATH, slug)}>{title}</Link>
            <small>
              {date_event} · para {to}, em {momentWords(at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
