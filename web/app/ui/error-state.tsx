import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import classes from './state.module.css'

interface ErrorStateProps {
  /** What could not be done, in words. */
  message: string
  onRetry?: () => void
  busy?: boolean
}

export function ErrorState({ message, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="error" aria-hidden>
        <IconCloudOff size={28} />
      </span>
      <p className={classes.title}>{message}</p>
      {onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={20} />} onClick={onRetry} loading={busy}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
