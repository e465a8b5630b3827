import { Skeleton } from '@mantine/core'
import { STEPS } from './draft.ts'
import classes from './wizard.module.css'

export function WizardSkeleton() {
  return (
    <div className={classes.wizard} aria-busy>
      <h1 className="sr-only">Inscrição</h1>
      <div className={classes.head}>
        <Skeleton height={38} maw={560} />
        <Skeleton height={20} maw={320} mt="md" />
      </div>
      <div className={classes.skeletonSteps}>
        {STEPS.map((step) => (
          <Skeleton key={step} height={56} />
        ))}
      </div>
      <div className={classes.columns}>
        <div className={classes.step}>
          <Skeleton height={28} maw={320} />
          <Skeleton height={220} radius="lg" />
          <Skeleton height={28} maw={360} />
        </div>
        <Skeleton height={200} radius="lg" />
      </div>
    </div>
  )
}
