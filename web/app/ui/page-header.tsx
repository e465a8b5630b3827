import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  badge?: ReactNode
  children?: ReactNode
  dense?: boolean
  /** The title is only read out, because the layout shows it. */
  hidden?: boolean
  /** The title of the browser's tab once a record is loaded. */
  tab?: string | undefined
}

export function PageHeader({ title, description, badge, children, dense, hidden, tab }: PageHeaderProps) {
  useEffect(() => {
    if (tab) document.title = `${tab} · Largada`
  }, [tab])
  if (hidden && !description && !children) return <h1 className="sr-only">{title}</h1>
  return (
    <div className={classes.header} data-dense={dense} data-untitled={hidden}>
      <div className={classes.words}>
        <Group gap="sm">
          <Title order={1} className={hidden ? 'sr-only' : undefined}>
            {title}
          </Title>
          {badge}
        </Group>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
