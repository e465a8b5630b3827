import { Skeleton } from '@mantine/core'
import classes from './success-screen.module.css'

export function SuccessSkeleton() {
  return (
    <div className={classes.screen} aria-busy>
      <h1 className="sr-only">Confirmação da inscrição</h1>
      <Skeleton circle height={88} />
      <Skeleton height={36} maw={420} />
      <Skeleton height={52} maw={280} />
    </div>
  )
}
