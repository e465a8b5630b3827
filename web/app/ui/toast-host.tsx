import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast.ts'
import { useLoaded } from './use-loaded.ts'
import { useTouched } from './use-touched.ts'

const load = () => import('./toasts.tsx').then((module) => module.Toasts)

/** Renders the toasts. Loads their library at the first user interaction, so that a lost connection can still be reported. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.onServer)
  const touched = useTouched()
  const Toasts = useLoaded(wanted || touched, load)
  return Toasts && <Toasts />
}
