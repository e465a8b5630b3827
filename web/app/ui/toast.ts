export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'

export interface Toast {
  type: ToastType
  message: string
}

let deliver: ((toast: Toast) => void) | undefined
const waiting: Toast[] = []

/**
 * Shows a message in the corner of the screen. The library is loaded with the first one, so that public pages start without
 * it.
 */
export function showToast(type: ToastType, message: string): void {
  if (deliver) deliver({ type, message })
  else waiting.push({ type, message })
  prepareToasts()
}

let wanted = false
const listeners = new Set<() => void>()

/** Loads the library before a message is likely: without a connection it could not be loaded any more. */
export function prepareToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** Tells the host whether any toast was asked for. */
export const toastsWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => wanted,
  onServer: () => false,
}

/** Passes the waiting toasts and all later ones to the container. */
export function receiveToasts(receiver: (toast: Toast) => void): () => void {
  deliver = receiver
  for (const toast of waiting.splice(0)) receiver(toast)
  return () => {
    deliver = undefined
  }
}
