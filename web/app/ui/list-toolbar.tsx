import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SearchField } from './search-field.tsx'
import classes from './toolbar.module.css'

interface ListToolbarProps {
  search?: { value: string; onSearch: (text: string) => void; placeholder?: string }
  /** The button for a new record; 'Novo' without a label. */
  create?: { to: string; label?: string; loading?: boolean }
  /** More buttons, or filters. */
  children?: ReactNode
}

export function ListToolbar({ search, create, children }: ListToolbarProps) {
  return (
    <div className={classes.toolbar}>
      {search && <SearchField {...search} />}
      {children}
      {create &&
        (create.loading ? (
          <Skeleton height={44} width={120} className={classes.end} />
        ) : (
          <Button
            component={Link}
            to={create.to}
            leftSection={<IconPlus size={20} />}
            className={classes.end}
          >
            {create.label ?? 'Novo'}
          </Button>
        ))}
    </div>
  )
}
