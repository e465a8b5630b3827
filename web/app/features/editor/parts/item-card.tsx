import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { useEditor } from '../editor-context.ts'
import type { EventForm } from '../form/event-form.ts'
import { Lockable } from '../lockable.tsx'
import classes from './item-card.module.css'

interface ItemCardProps {
  /** Where the item stands in the form, as `products.0`. */
  path: FieldPath<EventForm>
  name: string
  /** Its facts in a line, to tell it from the others while it is closed. */
  summary: ReactNode
  /** Null or 1 is in use; 0 is switched off. */
  status?: number
  startsOpen: boolean
  onRemove: () => void
  /** Asked before it goes; without it, it goes at once. */
  removal?: string | undefined
  children: ReactNode
}

/** One item of a list: a line to recognise it by, its fields when opened. Opens itself when something in it is wrong. */
export function ItemCard({
  path,
  name,
  summary,
  status = 1,
  startsOpen,
  onRemove,
  removal,
  children,
}: ItemCardProps) {
  const id = useId()
  const { locked } = useEditor()
  const { control } = useFormContext<EventForm>()
  const wrong = Boolean(get(useFormState({ control }).errors, path))
  const [wasWrong, setWasWrong] = useState(wrong)
  const [open, setOpen] = useState(startsOpen || wrong)
  const [removing, setRemoving] = useState(false)
  if (wrong !== wasWrong) {
    setWasWrong(wrong)
    if (wrong) setOpen(true)
  }
  return (
    <li className={classes.card} data-wrong={wrong || undefined}>
      <div className={classes.head}>
        <h3 className={classes.name}>
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
        </h3>
        <div className={classes.summary}>{summary}</div>
        {wrong && <StatusChip tone="error">Corrigir</StatusChip>}
        {status === 0 && <StatusChip tone="neutral">Inativo</StatusChip>}
        <ActionIcon
          color="red"
          disabled={locked}
          aria-label={`Remover ${name}`}
          onClick={() => (removal ? setRemoving(true) : onRemove())}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
      {open && (
        <div id={id} className={classes.body}>
          <Lockable>{children}</Lockable>
        </div>
      )}
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
    </li>
  )
}
