import { drawing } from './icons.tsx'
import classes from './state.module.css'

export type StateName =
  | 'start'
  | 'search'
  | 'lost'
  | 'offline'
  | 'error'
  | 'refused'
  | 'done'
  | 'mail'
  | 'queue'

/** A drawing of the cached file of icons, so it is available without a connection. */
export const StatePicture = ({ name }: { name: StateName }) => (
  <svg className={classes.picture} width={144} height={108} aria-hidden>
    <use href={drawing(`state-${name}`)} />
  </svg>
)
