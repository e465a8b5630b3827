import { Skeleton } from '@mantine/core'
import classes from './app-layout.module.css'

const ENTRIES = [1, 2, 3, 4]

/** The signed-in frame before the browser knows who it is for. */
export function AppSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.drawer}>
        <Skeleton height={24} width={140} />
        <Skeleton height={48} />
        {ENTRIES.map((entry) => (
          <Skeleton key={entry} height={36} />
        ))}
      </div>
      <main className={classes.main}>
        <h1 className="sr-only">Carregando…</h1>
        <Skeleton height={36} width={240} mb="lg" />
        <Skeleton height={44} mb="lg" maw={480} />
        <Skeleton height={320} radius="lg" />
      </main>
    </div>
  )
}
