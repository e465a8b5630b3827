import { Button } from '@mantine/core'
import { IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'
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
        <LinkButton to="/pagina-inicial" variant="default">
          Ir para o meu início
        </LinkButton>
      )}
      {onRetry && !isRefused && (
        <Button variant="default" leftSection={<IconRefresh size={20} />} onClick={onRetry} loading={busy}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
