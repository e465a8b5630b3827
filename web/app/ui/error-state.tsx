import { Button, ButtonLink } from './button.tsx'
import { IconCloudOff, IconLock, IconRefresh } from './icons.tsx'
import classes from './state.module.css'

interface ErrorStateProps {
  /** What could not be done, in words. */
  message: string
  onRetry?: () => void
  busy?: boolean
  /** It is not allowed, or not there: the way on is elsewhere. */
  isRefused?: boolean
}

export function ErrorState({ message, onRetry, busy = false, isRefused = false }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="error" aria-hidden>
        {isRefused ? <IconLock size={28} /> : <IconCloudOff size={28} />}
      </span>
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
