import classes from './distance-chip.module.css'

interface DistanceChipProps {
  /** The name of the modality, for example `10 km`. */
  children: string
}

export function DistanceChip({ children }: DistanceChipProps) {
  return <span className={classes.chip}>{children}</span>
}
