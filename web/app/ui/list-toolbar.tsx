import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import { SearchField } from './search-field.tsx'
import classes from './toolbar.module.css'

interface ListToolbarProps {
  search?: { value: string; onSearch: (text: string) => void; placeholder?: string }
  /** The button for a new record; its default label is 'Novo'. */
  create?: { to: string; label?: string; loading?: boolean }
  children?: ReactNode
}

export function ListToolbar({ search, create, children }: ListToolbarProps) {
  return (
    <div className={`${classes.toolbar} ${classes.list}`}>
      {search && <SearchField {...search} />}
      {children}
      {create &&
        (create.loading ? (
          <Skeleton height={48} width={120} className={classes.end} />
        ) : (
          <LinkButton to={create.to} icon={IconPlus} className={classes.end}>
            {create.label ?? 'Novo'}
          </LinkButton>
        ))}
    </div>
  )
}
