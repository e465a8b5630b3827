import { Tooltip as MantineTooltip } from '@mantine/core'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './tooltip.module.css'

const ENTER_MS = 100
const TOUCH_MS = 700
const LEAVE_TOUCH_MS = 1500

interface TooltipProps {
  label: string
  children: ReactNode
}

/** A text that explains a control, which still needs an accessible name. Works on disabled controls too. */
export function Tooltip({ label, children }: TooltipProps) {
  const [opened, setOpened] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const turn = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(setOpened, delay, open)
  }
  const byTouch = (event: PointerEvent) => event.pointerType === 'touch'

  return (
    <MantineTooltip label={label} opened={opened} multiline maw={320}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of the control inside */}
      <span
        className={classes.target}
        onPointerEnter={(event) => !byTouch(event) && turn(true, ENTER_MS)}
        onPointerDown={(event) => byTouch(event) && turn(true, TOUCH_MS)}
        onPointerUp={(event) => byTouch(event) && turn(false, opened ? LEAVE_TOUCH_MS : 0)}
        onPointerLeave={(event) => !byTouch(event) && turn(false, 0)}
        onPointerCancel={() => turn(false, 0)}
        onFocus={(event) => event.target.matches(':focus-visible') && turn(true, ENTER_MS)}
        onBlur={() => turn(false, 0)}
        onKeyDown={(event) => event.key === 'Escape' && turn(false, 0)}
      >
        {children}
      </span>
    </MantineTooltip>
  )
}
