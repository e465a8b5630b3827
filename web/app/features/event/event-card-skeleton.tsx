import { Skeleton } from '@mantine/core'
import classes from './event-card.module.css'

/** The shape of a card on its way. */
export function EventCardSkeleton() {
  return (
    <div className={classes.card}>
      <Skeleton className={classes.media} radius={0} height="auto" />
      <div className={classes.body}>
        <Skeleton height={24} width="85%" />
        <Skeleton height={14} width="45%" />
        <Skeleton height={18} width="60%" />
        <Skeleton height={18} width="50%" />
        <Skeleton height={26} width="70%" radius="xl" />
      </div>
      <div className={classes.footer}>
        <Skeleton height={40} width={96} />
        <Skeleton height={44} width={108} />
      </div>
    </div>
  )
}
