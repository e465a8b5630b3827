import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './item-grid.module.css'

interface DragHandleProps {
  name: string
  index: number
  count: number
  disabled: boolean
  onMove: (to: number) => void
}

const rowsOf = (handle: Element): HTMLElement[] =>
  [...(handle.closest('ul')?.children ?? [])].filter((row) => row instanceof HTMLElement)

/** Moves a row to where it is dropped, or by one with the arrow keys. The focus follows. */
export function DragHandle({ name, index, count, disabled, onMove }: DragHandleProps) {
  const handle = useRef<HTMLButtonElement>(null)
  const target = useRef<number | null>(null)
  const hasFocus = useRef(false)
  const [hasMoved, setHasMoved] = useState(false)
  // Moving a row removes its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each move
  useEffect(() => {
    if (hasFocus.current) handle.current?.focus()
    hasFocus.current = false
  }, [index])

  const move = (to: number) => {
    if (to === index || to < 0 || to >= count) return
    hasFocus.current = true
    setHasMoved(true)
    onMove(to)
  }
  const mark = (rows: readonly HTMLElement[], to: number | null) =>
    rows.forEach((row, i) => {
      if (i === to && to !== index) row.dataset.drop = to < index ? 'before' : 'after'
      else delete row.dataset.drop
    })
  const drag = ({ currentTarget, clientY }: PointerEvent) => {
    if (target.current === null) return
    const rows = rowsOf(currentTarget)
    const under = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    target.current = under < 0 ? rows.length - 1 : under
    mark(rows, target.current)
  }
  const end = ({ currentTarget }: PointerEvent) => {
    mark(rowsOf(currentTarget), null)
    target.current = null
  }
  return (
    <>
      <ActionIcon
        ref={handle}
        className={classes.handle}
        color="gray"
        disabled={disabled || count < 2}
        aria-label={`Mover ${name}`}
        title="Arraste, ou use as setas para cima e para baixo"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          target.current = index
        }}
        onPointerMove={drag}
        onPointerUp={(event) => {
          const to = target.current
          end(event)
          if (to !== null) move(to)
        }}
        onPointerCancel={end}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
          if (by === undefined) return
          event.preventDefault()
          move(index + by)
        }}
      >
        <IconGripVertical size={20} aria-hidden />
      </ActionIcon>
      <span role="status" className="sr-only">
        {hasMoved && `${name}: posição ${index + 1} de ${count}`}
      </span>
    </>
  )
}
