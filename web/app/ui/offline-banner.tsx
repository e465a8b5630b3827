import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './offline-banner.module.css'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says so while the browser has no connection. The live region is always there, so that it is heard. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>
          <IconWifiOff size={20} aria-hidden /> Você está sem conexão. O que já foi carregado continua à
          vista.
        </p>
      )}
    </div>
  )
}
