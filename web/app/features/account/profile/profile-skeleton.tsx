import { Skeleton } from '@mantine/core'
import detail from '#web/ui/detail.module.css'
import classes from './profile.module.css'

const SECTIONS = [1, 2, 3]

export function ProfileSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <div className={classes.head}>
        <Skeleton circle height={88} />
        <div className={classes.headWords}>
          <Skeleton height={32} maw={360} />
          <Skeleton height={18} maw={220} mt="sm" />
        </div>
      </div>
      <div className={detail.sections}>
        {SECTIONS.map((section) => (
          <Skeleton key={section} height={180} radius="lg" />
        ))}
      </div>
    </div>
  )
}
