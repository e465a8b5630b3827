import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line under the title. */
  description?: ReactNode
  /** Beside the title, for example a status chip. */
  badge?: ReactNode
  /** At the right end, below the title on small screens. */
  children?: ReactNode
}

/** The screen's one `h1` and what goes with it. */
export function PageHeader({ title, description, badge, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {badge}
        </Group>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
