import { type KeyboardEvent, useEffect, useState } from 'react'
import { type CoursePosition, readDrawing } from '#contract/event/course-drawing.ts'
import classes from './course.module.css'
import { kilometreWords } from './kilometre-words.ts'

interface CourseHandleProps {
  /** The URL of the drawing, which the browser has loaded already. */
  drawing: string
  lengthM: number
  name: string
}

/** Values of the slider: one for each thousandth of the course. */
const STEPS = 1000
/** Metres that a key moves the handle. */
const KEYS: Record<string, number> = {
  ArrowRight: 100,
  ArrowUp: 100,
  ArrowLeft: -100,
  ArrowDown: -100,
  PageUp: 1000,
  PageDown: -1000,
}

const percent = (share: number): string => `${share * 100}%`
const placeOf = ({ x, y }: CoursePosition['onMap']) => ({ left: percent(x), top: percent(y) })

/** A handle on the elevation profile that follows pointer and keyboard, and the dot on the route above it. */
export function CourseHandle({ drawing, lengthM, name }: CourseHandleProps) {
  const positionAt = usePositions(drawing)
  const [moved, setMoved] = useState<number | null>(null)
  if (!positionAt) return null
  const share = moved ?? 0
  const { onMap, onProfile, heightM } = positionAt(share)
  const words = [kilometreWords(share * lengthM), `${Math.round(heightM)} m de altitude`]
  const move = (to: number) => setMoved(Math.min(1, Math.max(0, to)))
  const press = (event: KeyboardEvent) => {
    const metres = KEYS[event.key]
    if (metres === undefined) return
    event.preventDefault()
    move(share + metres / lengthM)
  }
  return (
    <>
      <span className={classes.dot} style={placeOf(onMap)} />
      <span className={classes.upright} style={{ left: percent(onProfile.x) }} />
      <span className={classes.dot} style={placeOf(onProfile)} />
      <span className={classes.words} data-side={onMap.x < 0.5 ? 'right' : 'left'} aria-hidden>
        {moved === null ? 'Deslize pelo perfil' : words.join(' · ')}
      </span>
      <input
        type="range"
        className={classes.slider}
        aria-label={`Posição no percurso de ${name}`}
        aria-valuetext={words.join(', ')}
        max={STEPS}
        value={Math.round(share * STEPS)}
        onChange={({ currentTarget }) => move(Number(currentTarget.value) / STEPS)}
        onKeyDown={press}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          move((clientX - left) / width)
        }}
      />
    </>
  )
}

/** Null until the drawing is read. Without it the page is complete, so a failure is not reported. */
function usePositions(drawing: string) {
  const [positions, setPositions] = useState<{ at: ReturnType<typeof readDrawing> } | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    fetch(drawing, { signal: closed.signal })
      .then((answer) => answer.text())
      .then((svg) => setPositions({ at: readDrawing(svg) }))
      .catch(() => undefined)
    return () => closed.abort()
  }, [drawing])
  return positions?.at ?? null
}
