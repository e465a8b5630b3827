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

/** A drawing beside the words for a state of the page. It lies in the file of icons, which is there when the connection is not. */
export const StatePicture = ({ name }: { name: StateName }) => (
  <svg className={classes.picture} width={144} height={108} aria-hidden>
    <use href={drawing(`state-${name}`)} />
  </svg>
)
