import { useSyncExternalStore } from 'react'
import { toastsWanted } from './toast.ts'
import { useLoaded } from './use-loaded.ts'

const load = () => import('./toasts.tsx').then((module) => module.Toasts)

/** The place toasts appear in; loads the library when the first one is wanted. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read, toastsWanted.onServer)
  const Toasts = useLoaded(wanted, load)
  return Toasts && <Toasts />
}
