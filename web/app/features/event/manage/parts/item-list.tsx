import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEditor } from '../editor-context.ts'
import classes from './item-list.module.css'

interface ItemListProps {
  /** What is listed, for screen readers. */
  label: string
  isEmpty: boolean
  /** Where nothing is listed yet: what it would be for. */
  hint: string
  /** What is wrong with the list as a whole. */
  problem?: string | undefined
  addLabel: string
  onAdd: () => void
  children: ReactNode
}

/** The items of a step, and the button that makes another one. */
export function ItemList({ label, isEmpty, hint, problem, addLabel, onAdd, children }: ItemListProps) {
  const { locked } = useEditor()
  return (
    <div className={classes.list}>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {isEmpty ? (
        <p className={classes.hint}>{hint}</p>
      ) : (
        <ul className={classes.items} aria-label={label}>
          {children}
        </ul>
      )}
      <Button
        variant="light"
        className={classes.add}
        leftSection={<IconPlus size={20} aria-hidden />}
        disabled={locked}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </div>
  )
}
