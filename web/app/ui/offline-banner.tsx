import { IconWifiOff } from '@tabler/icons-react'
import classes from './offline-banner.module.css'
import { useOnline } from './use-online.ts'

/** Says so while the browser has no connection. The live region is always there, so that it is heard. */
export function OfflineBanner() {
  const online = useOnline()
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
