export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'

interface Toast {
  type: ToastType
  message: string
}

let deliver: ((toast: Toast) => void) | undefined
const waiting: Toast[] = []

/** Says something in the corner of the screen. The library comes with the first one, public pages start without it. */
export function showToast(type: ToastType, message: string): void {
  if (deliver) deliver({ type, message })
  else waiting.push({ type, message })
  prepareToasts()
}

let wanted = false
const listeners = new Set<() => void>()

/** Gets the library ready where something is likely to be said: without a connection it could not be had any more. */
export function prepareToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** For the host: whether any toast was asked for. */
export const toastsWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => wanted,
  onServer: () => false,
}

/** For the container: takes what waits and everything after it. */
export function receiveToasts(receiver: (toast: Toast) => void): () => void {
  deliver = receiver
  for (const toast of waiting.splice(0)) receiver(toast)
  return () => {
    deliver = undefined
  }
}
