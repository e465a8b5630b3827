import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form'
import { StatusChip } from '../../../../ui/status-chip.tsx'
import { Lockable, useLocked, useSought } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import classes from './items.module.css'
import { MoveButtons } from './move-buttons.tsx'
import { type OrphanKit, RemoveButton, UndoButton, useRemoved } from './removal.tsx'

/** An item's position in its list, and how to change it. */
export interface ItemPosition {
  /** The item's React key, which moves with it. */
  key: number
  index: number
  /** Items in the list. */
  count: number
  /** Absent where the order means nothing. */
  onMove?: (to: number) => void
  /** Takes it out of the form at once. */
  onDrop: () => void
}

interface ItemCardProps {
  /** Of the item in the form, as `products.0`. */
  path: FieldPath<EventForm>
  name: string
  /** Its main facts in one line, shown while it is closed too. */
  summary: ReactNode
  /** 0 is switched off. */
  status?: number
  startsOpen: boolean
  position: ItemPosition
  /** Inside another item. */
  nested?: boolean
  /** Nothing was typed into it yet: it is removed at once, without 'Desfazer'. */
  isBlank: boolean
  /** Kits that are sold to nobody but this item's: what becomes of them is asked before it is removed. */
  kits?: () => readonly OrphanKit[]
  children: ReactNode
}

/** One item of a list: a summary, and its fields when opened. Opens itself when something in it is wrong. */
export function ItemCard({
  path,
  name,
  summary,
  status = 1,
  startsOpen,
  position: { index, count, onMove, onDrop },
  nested = false,
  isBlank,
  kits,
  children,
}: ItemCardProps) {
  const id = useId()
  const Heading = nested ? 'h5' : 'h3'
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const wrong = Boolean(get(useFormState({ control }).errors, path))
  const [wasWrong, setWasWrong] = useState(wrong)
  const sought = useSought()
  const isSought = sought.field.startsWith(`${path}.`)
  const [wasSought, setWasSought] = useState(sought.count)
  const [open, setOpen] = useState(startsOpen || wrong || isSought)
  const removed = useRemoved(path)
  if (wrong !== wasWrong) {
    setWasWrong(wrong)
    if (wrong) setOpen(true)
  }
  if (sought.count !== wasSought) {
    setWasSought(sought.count)
    if (isSought) setOpen(true)
  }
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
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={20} className={classes.chevron} aria-hidden />
            <span>{name}</span>
          </button>
        </Heading>
        <div className={classes.summary}>{summary}</div>
        {wrong && <StatusChip tone="error">Corrigir</StatusChip>}
        {status === 0 && <StatusChip tone="neutral">Inativo</StatusChip>}
        {onMove && <MoveButtons name={name} index={index} count={count} disabled={locked} onMove={onMove} />}
        <RemoveButton path={path} name={name} onDrop={isBlank ? onDrop : null} {...(kits && { kits })} />
      </div>
      {open && (
        <div id={id} className={classes.body}>
          <Lockable legend={name}>{children}</Lockable>
        </div>
      )}
    </li>
  )
}
