import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { StatusChip } from '../../../../ui/status-chip.tsx'
import { Lockable, useLocked } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import classes from './items.module.css'
import { MoveButtons } from './move-buttons.tsx'

/** An item's position in its list, and how to change it. */
export interface ItemPosition {
  /** The item's React key, which moves with it. */
  key: number
  index: number
  /** Items in the list. */
  count: number
  /** Absent where the order means nothing. */
  onMove?: (to: number) => void
  onRemove: () => void
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
  /** The warning confirmed before removing; without one it is removed at once. */
  removal?: string | undefined
  children: ReactNode
}

/** One item of a list: a summary, and its fields when opened. Opens itself when something in it is wrong. */
export function ItemCard({
  path,
  name,
  summary,
  status = 1,
  startsOpen,
  position: { index, count, onMove, onRemove },
  nested = false,
  removal,
  children,
}: ItemCardProps) {
  const id = useId()
  const Heading = nested ? 'h5' : 'h3'
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const wrong = Boolean(get(useFormState({ control }).errors, path))
  const [wasWrong, setWasWrong] = useState(wrong)
  const [open, setOpen] = useState(startsOpen || wrong)
  const [removing, setRemoving] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  const askToRemove = () => {
    setHasAsked(true)
    setRemoving(true)
  }
  if (wrong !== wasWrong) {
    setWasWrong(wrong)
    if (wrong) setOpen(true)
  }
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
        <ActionIcon
          color="red"
          disabled={locked}
          aria-label={`Remover ${name}`}
          onClick={() => (removal ? askToRemove() : onRemove())}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
      {open && (
        <div id={id} className={classes.body}>
          <Lockable>{children}</Lockable>
        </div>
      )}
      {/* Rendered on demand: a dialog in each of hundreds of cards is slow. */}
      {hasAsked && (
        <ConfirmDialog
          open={removing}
          danger
          title={`Remover ${name}?`}
          confirmLabel="Remover"
          onConfirm={onRemove}
          onClose={() => setRemoving(false)}
        >
          {removal} A remoção só vale depois de salvar.
        </ConfirmDialog>
      )}
    </li>
  )
}
