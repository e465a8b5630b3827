export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'

export interface Toast {
  type: ToastType
  message: string
}

let deliver: ((toast: Toast) => void) | undefined
const waiting: Toast[] = []

/** The first message loads the library, so that public pages start without it. */
export function showToast(type: ToastType, message: string): void {
  if (deliver) deliver({ type, message })
  else waiting.push({ type, message })
  prepareToasts()
}

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

export function receiveToasts(receiver: (toast: Toast) => void): () => void {
  deliver = receiver
  for (const toast of waiting.splice(0)) receiver(toast)
  return () => {
    deliver = undefined
  }
}
