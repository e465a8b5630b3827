import { useNavigation } from 'react-router'
import classes from './navigation-progress.module.css'

/** A line along the top of the page while the next one is loading. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return <div className={classes.line} data-busy={state !== 'idle' || undefined} aria-hidden />
}
