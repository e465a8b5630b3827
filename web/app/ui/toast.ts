export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'

export interface Toast {
  type: ToastType
  message: string
  /** Shown just before a navigation, after which it is still true. */
  onNextPage?: boolean
}

interface Receiver {
  show: (toast: Toast) => void
  dismissErrors: (onNewPage: boolean) => void
}

let receiver: Receiver | undefined
const waiting: Toast[] = []

/** The first message loads the library, so that public pages start without it. */
export function showToast(type: ToastType, message: string, options?: { onNextPage: boolean }): void {
  const toast = { type, message, ...options }
  if (receiver) receiver.show(toast)
  else waiting.push(toast)
  prepareToasts()
}

/** An error does not outlive what it describes: it goes with the next success, and on another page. */
export const dismissErrors = (onNewPage = false): void => receiver?.dismissErrors(onNewPage)

let wanted = false
const listeners = new Set<() => void>()

/** Loads the library in advance: it could not be loaded to report a lost connection. */
export function prepareToasts(): void {
  wanted = true
  for (const listener of listeners) listener()
}

export const toastsWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => wanted,
  onServer: () => false,
}

export function receiveToasts(by: Receiver): () => void {
  receiver = by
  for (const toast of waiting.splice(0)) by.show(toast)
  return () => {
    receiver = undefined
  }
}
