import { Skeleton } from '@mantine/core'
import classes from './next-events.module.css'

const ROWS = [1, 2, 3]

export function NextEventsSkeleton() {
  return (
    <ul className={classes.next} aria-busy>
      {ROWS.map((row) => (
        <li key={row}>
          <Skeleton width={56} height={60} />
          <span className={classes.nextWords}>
            <Skeleton height={18} width="60%" />
            <Skeleton height={14} width="35%" />
          </span>
        </li>
      ))}
    </ul>
  )
}
