import { useNavigation } from 'react-router'
import classes from './navigation-progress.module.css'

export function NavigationProgress() {
  const { state } = useNavigation()
  return <div className={classes.line} data-busy={state !== 'idle' || undefined} aria-hidden />
}
