import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { PartProps } from './crop-dialog.tsx'
import classes from './files.module.css'
import { areaAround, type Point } from './focus-area.ts'

const MIDDLE: Point = { x: 0.5, y: 0.5 }
const STEP = 0.05
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const within = (part: number) => Math.min(1, Math.max(0, part))
const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** The picture with the selected area around a focal point, which a click or the arrow keys move. */
export function FocusPicker({ url, ratio, onChange, onBroken }: PartProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [point, setPoint] = useState(MIDDLE)
  const area = size && areaAround(size, ratio, point)
  const move = (next: Point, picture = size) => {
    if (!picture) return
    setPoint(next)
    onChange(areaAround(picture, ratio, next))
  }
  return (
    <>
      <p className={classes.focusHint}>Clique no que precisa aparecer, ou mova o ponto com as setas.</p>
      <div className={classes.focusStage}>
        <UnstyledButton
          className={classes.focus}
          aria-label={`Ponto de foco: ${Math.round(point.x * 100)}% da largura, ${Math.round(point.y * 100)}% da altura`}
          onKeyDown={(event) => {
            const by = MOVES[event.key]
            if (!by) return
            event.preventDefault()
            move({ x: within(point.x + by.x), y: within(point.y + by.y) })
          }}
          onClick={(event) => {
            // Clicks made with the keyboard have no coordinates.
            if (event.detail === 0) return
            const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
            move({ x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) })
          }}
        >
          <img
            src={url}
            alt=""
            onError={onBroken}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height })
              move(MIDDLE, { width, height })
            }}
          />
          {size && area && (
            <span
              className={classes.selected}
              style={{
                left: percent(area.x / size.width),
                top: percent(area.y / size.height),
                width: percent(area.width / size.width),
                height: percent(area.height / size.height),
              }}
            />
          )}
          <span className={classes.point} style={{ left: percent(point.x), top: percent(point.y) }} />
        </UnstyledButton>
      </div>
    </>
  )
}
