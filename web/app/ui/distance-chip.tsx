import classes from './distance-chip.module.css'

interface DistanceChipProps {
  /** The modality's name, for example `10 km`. */
  children: string
}

/** A distance, drawn like a race bib; several go in a `<ul className={…}>`. */
export function DistanceChip({ children }: DistanceChipProps) {
  return <span className={classes.chip}>{children}</span>
}
