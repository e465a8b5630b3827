import { Button, ButtonLink } from './button.tsx'
import { IconRefresh } from './icons.tsx'
import classes from './state.module.css'
import { StatePicture } from './state-picture.tsx'

interface ErrorStateProps {
  message: string
  onRetry?: () => void
  busy?: boolean
  /** The record is forbidden or does not exist, so a retry is pointless. */
  isRefused?: boolean
  offline?: boolean
}

export function ErrorState({
  message,
  onRetry,
  busy = false,
  isRefused = false,
  offline = false,
}: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <StatePicture name={isRefused ? 'refused' : offline ? 'offline' : 'error'} />
      <p className={classes.title}>{message}</p>
      {isRefused && (
        <ButtonLink to="/pagina-inicial" variant="default">
          Ir para o meu início
        </ButtonLink>
      )}
      {onRetry && !isRefused && (
        <Button variant="default" icon={IconRefresh} onClick={onRetry} loading={busy}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
