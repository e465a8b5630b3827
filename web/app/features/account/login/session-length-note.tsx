import { Alert } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { isStorageLasting } from '#web/storage/browser-storage.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'

/** Warns before the log-in that the browser cannot store the session beyond this tab. */
export function SessionLengthNote() {
  if (!useHydrated() || isStorageLasting()) return null
  return (
    <Alert color="yellow" icon={<IconClockPause aria-hidden />} className={classes.notice} mb="lg">
      <p>
        Este navegador não permite guardar o seu acesso: ele termina quando você fechar ou recarregar esta
        aba.
      </p>
    </Alert>
  )
}
