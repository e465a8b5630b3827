/** A point of a course drawing, as shares of its width and height. */
interface Spot {
  x: number
  y: number
}

export interface CoursePosition {
  onMap: Spot
  onProfile: Spot
  heightM: number
}

/**
 * Reads the drawing of a course (server/src/features/event/domain/draw-course.ts). Returns a function that finds
 * the position at a share of the length, or null for a drawing without a profile.
 */
export function readDrawing(svg: string): ((share: number) => CoursePosition) | null {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const line = pathOf(svg, 'line')
  const ridge = pathOf(svg, 'ridge')
  const [highest, lowest] = [...svg.matchAll(/class="height"[^>]*>(-?\d+) m</g)].map(([, metres]) =>
    Number(metres),
  )
  if (!line.length || !ridge.length || highest === undefined || lowest === undefined) return null
  const tops = ridge.map(({ y }) => y)
  const top = Math.min(...tops)
  const bottom = Math.max(...tops)
  const size = { x: Number(width), y: Number(height) }
  return (share) => {
    const spot = between(ridge, share)
    const rise = bottom > top ? (bottom - spot.y) / (bottom - top) : 0
    return {
      onMap: within(between(line, share), size),
      onProfile: within(spot, size),
      heightM: lowest + (highest - lowest) * rise,
    }
  }
}

const within = ({ x, y }: Spot, size: Spot): Spot => ({ x: x / size.x, y: y / size.y })

/** The points of a path that continues in relative steps, at equal distances along the course. */
function pathOf(svg: string, name: string): Spot[] {
  const [, path = ''] = new RegExp(`class="${name}" d="([^"]+)"`).exec(svg) ?? []
  let at: Spot = { x: 0, y: 0 }
  return [...path.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => {
    at = { x: at.x + Number(x), y: at.y + Number(y) }
    return at
  })
}

function between(spots: readonly Spot[], share: number): Spot {
  const wanted = Math.min(1, Math.max(0, share)) * (spots.length - 1)
  const before = spots[Math.floor(wanted)] ?? { x: 0, y: 0 }
  const after = spots[Math.ceil(wanted)] ?? before
  const part = wanted % 1
  return { x: before.x + (after.x - before.x) * part, y: before.y + (after.y - before.y) * part }
}
