import { IconWifiOff } from './icons.tsx'
import classes from './offline-banner.module.css'
import { useOnline } from './use-online.ts'

/** The live region is always rendered, so that screen readers announce the banner. */
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
