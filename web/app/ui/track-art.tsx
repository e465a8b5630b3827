import classes from './track-art.module.css'

const CENTRE = { x: 640, y: 450 }
const INNER = 120
const LANE = 52
const LANES = [1, 2, 3, 4, 5, 6, 7]
/** Degrees by which each lane starts ahead of the next inner one, because outer lanes are longer. */
const STAGGER = 9.5

const radius = (lane: number) => INNER + (lane - 1) * LANE

export function TrackArt({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 640 360"
      preserveAspectRatio="xMaxYMax slice"
      className={`${classes.track} ${className ?? ''}`}
      aria-hidden
    >
      {[...LANES, LANES.length + 1].map((lane) => (
        <circle key={lane} cx={CENTRE.x} cy={CENTRE.y} r={radius(lane)} className={classes.border} />
      ))}
      {LANES.map((lane) => (
        <g key={lane} transform={`rotate(${8 + lane * STAGGER} ${CENTRE.x} ${CENTRE.y})`}>
          <path
            d={`M${CENTRE.x - radius(lane) - LANE + 3} ${CENTRE.y}h${LANE - 6}`}
            className={classes.start}
          />
          <text x={CENTRE.x - radius(lane) - LANE / 2} y={CENTRE.y - 22} className={classes.number}>
            {lane}
          </text>
        </g>
      ))}
    </svg>
  )
}
