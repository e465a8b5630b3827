import { Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { plural } from '#contract/words.ts'
import classes from './inbox.module.css'
import { TextButton } from './text-button.tsx'

export interface InboxTask {
  key: string
  /** What waits, and how many: `3 devoluções paradas`. */
  words: string
  /** Where it waits, or what to do next. */
  note: string
  details?: readonly string[]
  /** The screen where it is done, with the filter that shows exactly this. */
  action: { to: string; label: string }
  /** Does it at once, after a question if it concerns several. */
  button?: ReactNode
}

const SHOWN = 6
const LINES = [1, 2, 3]

/** What waits for the user, the most urgent first. `tasks` is undefined while loading. */
export function Inbox({ tasks }: { tasks: readonly InboxTask[] | undefined }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? tasks : tasks?.slice(0, SHOWN)
  const hidden = (tasks?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section className={classes.inbox} aria-labelledby="inbox" aria-busy={!tasks}>
      <h2 id="inbox">Precisa de você</h2>
      {!tasks && LINES.map((line) => <Skeleton key={line} height={20} my={14} />)}
      {tasks?.length === 0 && (
        <p className={classes.calm}>
          <IconCircleCheck size={20} aria-hidden />
          Nada precisa de você agora.
        </p>
      )}
      <ul className={classes.tasks}>
        {shown?.map(({ key, words, note, details = [], action, button }) => (
          <li key={key}>
            <div className={classes.words}>
              <h3>{words}</h3>
              <p>{note}</p>
              {details.map((detail) => (
                <p key={detail} className={classes.detail}>
                  {detail}
                </p>
              ))}
            </div>
            {button}
            <Link to={action.to} className={classes.action}>
              {action.label}
              <span className="sr-only">
                : {words}, {note}
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton variant="default" onClick={() => setShowsAll(true)}>
          Mostrar {plural(hidden, 'outra pendência', 'outras pendências')}
        </TextButton>
      )}
    </section>
  )
}
