import { COURSE, MARK_WIDTH, SLANT, START_LINE, WORD, WORD_WIDTH } from './brand-paths.ts'
import classes from './logo.module.css'

const GAP = 95
const WIDTH = MARK_WIDTH + GAP + WORD_WIDTH
// Space above for the d's ascender and below for the g's descender.
const HEIGHT = 480

interface LogoProps {
  /** In pixels. */
  height?: number
}

/** The word Largada with its mark: the word in the text's colour, the course in the brand's. */
export function Logo({ height = 32 }: LogoProps) {
  return (
    <svg
      className={classes.logo}
      viewBox={`0 -28 ${WIDTH} ${HEIGHT}`}
      height={height}
      width={Math.round((height * WIDTH) / HEIGHT)}
      role="img"
      aria-label="Largada"
    >
      <g transform={`translate(55 0) skewX(${SLANT})`}>
        <path d={START_LINE} fill="currentColor" />
        <path d={COURSE} className={classes.course} />
      </g>
      <path d={WORD} fill="currentColor" transform={`translate(${MARK_WIDTH + GAP} 0)`} />
    </svg>
  )
}
