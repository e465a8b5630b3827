import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './move-buttons.module.css'

interface MoveButtonsProps {
  name: string
  index: number
  count: number
  disabled?: boolean
  onMove: (to: number) => void
}

/** Moves an item up or down by one. The focus follows and the new position is announced. */
export function MoveButtons({ name, index, count, disabled = false, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const from = useRef<number | null>(null)
  const [hasMoved, setHasMoved] = useState(false)

  // Moving a row removes its focus. At an end of the list the pressed button is disabled.
  useEffect(() => {
    if (from.current === null || from.current === index) return
    const [same, other] = index < from.current ? [up, down] : [down, up]
    from.current = null
    if (same.current?.disabled) other.current?.focus()
    else same.current?.focus()
  }, [index])

  const move = (to: number) => {
    from.current = index
    setHasMoved(true)
    onMove(to)
  }
  return (
    <>
      <ActionIcon
        ref={up}
        className={classes.move}
        color="gray"
        disabled={disabled || index === 0}
        aria-label={`Mover ${name} para cima`}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        className={classes.move}
        color="gray"
        disabled={disabled || index === count - 1}
        aria-label={`Mover ${name} para baixo`}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <span role="status" className="sr-only">
        {hasMoved && `${name}: posição ${index + 1} de ${count}`}
      </span>
    </>
  )
}
