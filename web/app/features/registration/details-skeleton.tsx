import { Skeleton } from '@mantine/core'
import classes from './details.module.css'

export function DetailsSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Inscrição</h1>
      <Skeleton height={36} maw={420} mb="sm" />
      <Skeleton height={20} maw={260} mb="lg" />
      <Skeleton height={44} mb="lg" maw={520} />
      <div className={classes.columns}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </div>
    </div>
  )
}
