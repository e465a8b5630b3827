import { IconBarrierBlock } from '@tabler/icons-react'
import classes from './coming-page.module.css'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

interface ComingPageProps {
  title: string
  /** What one will do here. */
  children: string
}

/** A place of the menu whose screen is still to come: it says so and pretends nothing. */
export function ComingPage({ title, children }: ComingPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.frame}>
        <EmptyState
          title="Esta área está a caminho"
          description={children}
          icon={<IconBarrierBlock size={28} />}
        />
      </div>
    </>
  )
}
