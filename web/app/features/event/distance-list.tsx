import { DistanceChip } from '#web/ui/distance-chip.tsx'
import classes from './distance-list.module.css'

interface DistanceListProps {
  distances: readonly string[]
  /** Maximum number of distances that are listed; more are replaced by their count. */
  most?: number
}

export function DistanceList({ distances, most = distances.length }: DistanceListProps) {
  if (distances.length === 0) return null
  const rest = distances.length - most
  return (
    <ul className={classes.list} aria-label="Distâncias">
      {distances.slice(0, most).map((distance) => (
        <li key={distance}>
          <DistanceChip>{distance}</DistanceChip>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <DistanceChip>{`+${rest}`}</DistanceChip>
        </li>
      )}
    </ul>
  )
}
