import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { FieldPath } from 'react-hook-form'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Lockable, useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import classes from './items.module.css'
import { type OrphanKit, RemoveButton, UndoButton, useRemoved } from './removal.tsx'
import { useOpened } from './use-opened.ts'

/** An item's position in its list, with the callbacks that change it. */
export interface ItemPosition {
  /** The React key. It stays with the item when the item moves. */
  key: number
  index: number
  count: number
  /** Absent in lists whose order has no meaning. */
  onMove?: (to: number) => void
  onDrop: () => void
}

interface ItemCardProps {
  /** Path of the item in the form, such as `products.0`. */
  path: FieldPath<EventForm>
  name: string
  summary: ReactNode
  /** 0 means inactive. */
  status?: number
  startsOpen: boolean
  position: ItemPosition
  nested?: boolean
  /** An item into which nothing was typed is removed immediately, without 'Desfazer'. */
  isBlank: boolean
  /** False for an item that can only be switched off. */
  isRemovable?: boolean
  /** The kits that are sold only in this item. Removing it asks what happens to them. */
  kits?: () => readonly OrphanKit[]
  children: ReactNode
}

/** A summary, and the fields while the card is open. It opens when a field in it is invalid. */
export function ItemCard({
  path,
  name,
  summary,
  status = ITEM_STATUS.active,
  startsOpen,
  position: { index, count, onMove, onDrop },
  nested = false,
  isBlank,
  isRemovable = true,
  kits,
  children,
}: ItemCardProps) {
  const id = useId()
  const Heading = nested ? 'h5' : 'h3'
  const locked = useLocked()
  const { wrong, open, setOpen } = useOpened([path], startsOpen)
  const removed = useRemoved(path)
  if (removed)
    return (
      <li className={classes.card} data-nested={nested || undefined}>
        <div className={classes.head}>
          <Heading className={classes.removed}>
            <s>{name}</s>
          </Heading>
          <span className={classes.summary}>Será removido ao salvar</span>
          <UndoButton path={path} name={name} />
        </div>
      </li>
    )
  return (
    <li className={classes.card} data-wrong={wrong || undefined} data-nested={nested || undefined}>
      <div className={classes.head}>
        <Heading className={classes.name}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={20} className={classes.chevron} aria-hidden />
            <span>{name}</span>
          </UnstyledButton>
        </Heading>
        <div className={classes.summary}>{summary}</div>
        {wrong && <StatusChip tone="error">Corrigir</StatusChip>}
        {status === ITEM_STATUS.inactive && <StatusChip tone="neutral">Inativo</StatusChip>}
        {onMove && <MoveButtons name={name} index={index} count={count} disabled={locked} onMove={onMove} />}
        {isRemovable && <RemoveButton path={path} name={name} onDrop={isBlank ? onDrop : null} kits={kits} />}
      </div>
      {open && (
        <div id={id} className={classes.body}>
          <Lockable legend={name}>{children}</Lockable>
        </div>
      )}
    </li>
  )
}
