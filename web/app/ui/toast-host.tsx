import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast.ts'
import { useLoaded } from './use-loaded.ts'
import { useTouched } from './use-touched.ts'

const load = () => import('./toasts.tsx').then((module) => module.Toasts)

/** The place toasts appear in. Its library comes once somebody is there: a lost connection could not be told otherwise. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.onServer)
  const touched = useTouched()
  const Toasts = useLoaded(wanted || touched, load)
  return Toasts && <Toasts />
}
