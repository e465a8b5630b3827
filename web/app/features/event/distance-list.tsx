import { DistanceChip } from '../../ui/distance-chip.tsx'
import classes from './distance-list.module.css'

interface DistanceListProps {
  distances: readonly string[]
  /** More distances than this are replaced by their number. */
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
