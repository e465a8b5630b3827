import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line below the title. */
  description?: ReactNode
  /** Beside the title, for example a status chip. */
  badge?: ReactNode
  /** At the end of the line, or below the title on small screens. */
  children?: ReactNode
  /** Less space, above a list that people work in. */
  dense?: boolean
  /** What the browser's tab is called once the record is there: it carries its name. */
  tab?: string | undefined
}

/** The screen's only `h1`, with its description and buttons. */
export function PageHeader({ title, description, badge, children, dense, tab }: PageHeaderProps) {
  useEffect(() => {
    if (tab) document.title = `${tab} · Largada`
  }, [tab])
  return (
    <div className={classes.header} data-dense={dense}>
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
