import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react'
import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Lockable, useLocked, useRequestedField } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { pastedCells } from '../form/pasted-items.ts'
import { DragHandle } from './drag-handle.tsx'
import classes from './item-grid.module.css'
import { type OrphanKit, RemoveButton, UndoButton, useRemoved } from './removal.tsx'
import { useOpened } from './use-opened.ts'

interface Cell {
  row: number
  column: number
}

interface ItemGridProps {
  /** Path of the list in the form. */
  list: string
  label: string
  count: number
  columns: readonly { field: string; label: string }[]
  /** The widths of the columns. */
  template: string
  /** Called for Enter in the last row. */
  onAdd: () => void
  onPaste: (at: Cell, cells: string[][]) => void
  children: ReactNode
}

/** A list as a grid of fields: Enter and the arrows move between cells, and a spreadsheet can be pasted. */
export function ItemGrid({ list, label, count, columns, template, onAdd, onPaste, children }: ItemGridProps) {
  const cellOf = (target: EventTarget): Cell | null => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return null
    const [row, field, ...rest] = target.name.replace(`${list}.`, '').split('.')
    const column = columns.findIndex((one) => one.field === field)
    return column < 0 || rest.length > 0 ? null : { row: Number(row), column }
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    const cell = cellOf(target)
    if (!cell || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return
    /** The next field in a direction. Removed rows have none. */
    const next = (rows: number, fields: number): HTMLElement | null => {
      for (let i = 1; ; i++) {
        const [row, column] = [cell.row + i * rows, cell.column + i * fields]
        if (row < 0 || row >= count || !columns[column]) return null
        const field = currentTarget.querySelector<HTMLElement>(
          `[name="${list}.${row}.${columns[column].field}"]`,
        )
        if (field) return field
      }
    }
    const goTo = (field: HTMLElement | null) => {
      if (!field) return
      event.preventDefault()
      field.focus()
      if (field instanceof HTMLInputElement) field.select()
    }
    if (key === 'Enter') {
      event.preventDefault()
      const below = next(1, 0)
      if (below) goTo(below)
      else onAdd()
    } else if (key === 'ArrowLeft' && isAtEdge(target, 0)) goTo(next(0, -1))
    else if (key === 'ArrowRight' && isAtEdge(target, 1)) goTo(next(0, 1))
    else if (key === 'ArrowUp' && target instanceof HTMLInputElement) goTo(next(-1, 0))
    else if (key === 'ArrowDown' && target instanceof HTMLInputElement) goTo(next(1, 0))
  }
  const paste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target)
    const cells = pastedCells(event.clipboardData.getData('text'))
    if (!cell || !cells) return
    event.preventDefault()
    onPaste(cell, cells)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields inside
    <div
      className={classes.grid}
      style={{ '--cells': template } as CSSProperties}
      onKeyDown={press}
      onPaste={paste}
    >
      <div className={classes.heads} aria-hidden>
        {columns.map((column) => (
          <span key={column.field}>{column.label}</span>
        ))}
      </div>
      <ul aria-label={label}>{children}</ul>
    </div>
  )
}

/** Whether the cursor is at the start (0) or end (1) of a text. A select has no cursor. */
function isAtEdge(target: EventTarget, edge: 0 | 1): boolean {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart: from, selectionEnd: to, value } = target
  return from === to && from === edge * value.length
}

interface GridRowProps {
  path: FieldPath<EventForm>
  name: string
  position: { index: number; count: number; onMove: (to: number) => void; onDrop: () => void }
  /** The fields in the grid, and those in the details. */
  columns: readonly { field: string; label: string }[]
  details: readonly string[]
  startsOpen?: boolean
  status?: number
  isBlank: boolean
  kits?: () => readonly OrphanKit[]
  cells: ReactNode
  /** What the hidden fields hold, in a line. Shown on phones. */
  summary: ReactNode
  children: ReactNode
}

/** A row of a grid. Its other fields open below it. */
export function GridRow({
  path,
  name,
  position: { index, count, onMove, onDrop },
  columns,
  details,
  startsOpen = false,
  status = ITEM_STATUS.active,
  isBlank,
  kits,
  cells,
  summary,
  children,
}: GridRowProps) {
  const id = useId()
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const { errors } = useFormState({ control })
  const { open, setOpen } = useOpened(
    details.map((field) => `${path}.${field}`),
    startsOpen,
  )
  const requested = useRequestedField()
  const removed = useRemoved(path)
  const problems = columns.flatMap(({ field, label }) => {
    const message: unknown = get(errors, `${path}.${field}.message`)
    return typeof message === 'string' ? [{ field, words: `${label}: ${message}` }] : []
  })
  const isWrong = Boolean(get(errors, path))
  // On phones the fields are folded.
  const isShown = open || isWrong || `${requested.field}.`.startsWith(`${path}.`)
  if (removed)
    return (
      <li className={classes.row}>
        <div className={classes.removed}>
          <s>{name}</s>
          <span>Será removido ao salvar</span>
          <UndoButton path={path} name={name} />
        </div>
      </li>
    )
  return (
    <li className={classes.row} data-wrong={isWrong || undefined} data-shown={isShown || undefined}>
      <div className={classes.line}>
        <DragHandle name={name} index={index} count={count} disabled={locked} onMove={onMove} />
        <fieldset className={classes.cells} aria-label={name} disabled={locked}>
          {cells}
        </fieldset>
        {status === ITEM_STATUS.inactive && <StatusChip tone="neutral">Inativo</StatusChip>}
        <ActionIcon
          color="gray"
          aria-label={name}
          title="Detalhes"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={20} className={classes.chevron} aria-hidden />
        </ActionIcon>
        <RemoveButton path={path} name={name} onDrop={isBlank ? onDrop : null} kits={kits} />
      </div>
      {!isShown && <p className={classes.summary}>{summary}</p>}
      {problems.map(({ field, words }) => (
        <p key={field} className={classes.problem}>
          {words}
        </p>
      ))}
      {open && (
        <div id={id} className={classes.details}>
          <Lockable legend={name}>
            {children}
            <div className={classes.position}>
              Posição {index + 1} de {count}
              <MoveButtons name={name} index={index} count={count} disabled={locked} onMove={onMove} />
            </div>
          </Lockable>
        </div>
      )}
    </li>
  )
}
