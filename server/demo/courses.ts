import type { CoursePoint } from '#server/features/event/domain/course.ts'
import { DISTANCES, type DistanceName } from './races/distances.ts'
import type { Race } from './races/race.ts'
import { createRandom } from './random.ts'

const POINTS = 600
const METRES_A_DEGREE = 111_195
const CIRCLE = 2 * Math.PI

/** How a course deviates from a circle: a sine with `count` periods in one lap. */
type Wave = readonly [count: number, strength: number, phase: number]

const sum = (waves: readonly Wave[], turn: number) =>
  waves.reduce((total, [count, strength, phase]) => total + strength * Math.sin(count * turn + phase), 0)

/** A loop through the start, as long and as hilly as the distance says; the same on every machine. */
export function courseOf(race: Race, name: DistanceName): CoursePoint[] | null {
  const distance = DISTANCES[name]
  if (!('metres' in distance)) return null
  const random = createRandom(`${race.title} ${name}`)
  const phase = () => random.between(0, CIRCLE)
  const bends: Wave[] = [2, 3, 4, 7, 11].map((count) => [count, random.between(0.25, 0.5) / count, phase()])
  const hills: Wave[] = [2, 3, 5].map((count) => [count, random.between(0.6, 1) / count, phase()])

  const turns = Array.from({ length: POINTS + 1 }, (_, i) => (i / POINTS) * CIRCLE)
  const spots = turns.map((turn) => {
    const radius = 1 + sum(bends, turn)
    return { x: radius * Math.cos(turn), y: 0.7 * radius * Math.sin(turn), height: sum(hills, turn) }
  })
  const steps = spots.slice(1).map((spot, i) => {
    const { x, y, height } = spots[i] ?? spot
    return { length: Math.hypot(spot.x - x, spot.y - y), rise: Math.max(0, spot.height - height) }
  })
  const scale = distance.metres / steps.reduce((total, { length }) => total + length, 0)
  const heights = distance.climb / steps.reduce((total, { rise }) => total + rise, 0)
  const lowest = Math.min(...spots.map(({ height }) => height))

  const [first = { x: 0, y: 0 }] = spots
  const [lat, lon] = race.at
  const metresALongitude = METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)
  return spots.map(({ x, y, height }) => ({
    lat: lat + ((y - first.y) * scale) / METRES_A_DEGREE,
    lon: lon + ((x - first.x) * scale) / metresALongitude,
    ele: 10 + (height - lowest) * heights,
  }))
}
