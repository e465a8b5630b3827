import { LANES, START_LINE, WORD } from './brand-paths'
import classes from './logo.module.css'

interface LogoProps {
  /** In pixels. */
  height?: number
}

/** The word Largada behind its start line; takes the text's colour, lanes in the brand's. */
export function Logo({ height = 28 }: LogoProps) {
  return (
    <svg
      className={classes.logo}
      viewBox="0 -10 830 144"
      height={height}
      width={(height * 830) / 144}
      role="img"
      aria-label="Largada"
    >
      <g transform="translate(14 0) skewX(-8)">
        <path d={START_LINE} fill="currentColor" />
        <path d={LANES} className={classes.lanes} />
      </g>
      <path d={WORD} fill="currentColor" transform="translate(146 0)" />
    </svg>
  )
}
