import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast.ts'
import { useLoaded } from './use-loaded.ts'
import { useTouched } from './use-touched.ts'

const load = () => import('./toasts.tsx').then((module) => module.Toasts)

/** Loads the library at the first interaction, so that even a lost connection can be reported. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.onServer)
  const touched = useTouched()
  const Toasts = useLoaded(wanted || touched, load)
  return Toasts && <Toasts />
}
