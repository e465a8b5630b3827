import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import stat from '#web/ui/stat-card.module.css'
import type { AdminTask } from './admin-tasks.ts'
import classes from './home.module.css'

/** Absent when there is nothing to do. */
export function AdminTaskList({ tasks }: { tasks: readonly AdminTask[] }) {
  if (tasks.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="admin-tasks">
      <h2 id="admin-tasks">Precisa de você</h2>
      <ul className={classes.tasks}>
        {tasks.map(({ words, step, details = [], link }) => (
          <li key={words} className={stat.card}>
            <h3>{words}</h3>
            <p>{step}</p>
            {details.map((detail) => (
              <p key={detail} className={classes.reason}>
                {detail}
              </p>
            ))}
            <Link to={link.to} className={classes.more}>
              {link.label}
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
