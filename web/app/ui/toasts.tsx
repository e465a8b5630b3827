import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { receiveToasts, type Toast } from './toast.ts'

/** Maximum number of visible success messages; more would cover the page. */
const MOST_SUCCESSES = 2
let successes: string[] = []
let errors: { id: string; onNextPage: boolean }[] = []

/** Does not repeat a visible message, because several requests may fail for one reason. */
function show({ type, message, onNextPage = false }: Toast): void {
  const toastId = `${type}: ${message}`
  toast(message, { type, toastId })
  if (type === 'error') errors.push({ id: toastId, onNextPage })
  if (type !== 'success') return
  // The success makes earlier errors obsolete.
  dismissErrors(false)
  successes = [...successes.filter((id) => id !== toastId && toast.isActive(id)), toastId]
  for (const id of successes.slice(0, -MOST_SUCCESSES)) toast.dismiss(id)
}

function dismissErrors(onNewPage: boolean): void {
  const kept = errors.filter(({ onNextPage }) => onNewPage && onNextPage)
  for (const { id } of errors) if (!kept.some((one) => one.id === id)) toast.dismiss(id)
  errors = kept.map((one) => ({ ...one, onNextPage: false }))
}

/** The container, which is a live region. The specification sets durations and gestures. */
export function Toasts() {
  useEffect(() => receiveToasts({ show, dismissErrors }), [])
  return (
    <ToastContainer
      aria-label="Avisos"
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable="touch"
      draggablePercent={80}
      theme="light"
      // Hides the bar from screen readers, because its label is English. The style sheet makes it visible.
      hideProgressBar
      closeButton={({ closeToast }) => (
        <button type="button" className="toast-close" aria-label="Fechar aviso" onClick={closeToast}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    />
  )
}
