import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { receiveToasts, type Toast } from './toast.ts'

/** Good news that is shown at a time; more would cover the page. */
const MOST_SUCCESSES = 2
let successes: string[] = []
const errors: string[] = []

/** A visible message is not repeated: several calls may fail for one reason. */
function showOne({ type, message }: Toast): void {
  const toastId = `${type}: ${message}`
  toast(message, { type, toastId })
  if (type === 'error') errors.push(toastId)
  if (type !== 'success') return
  // What failed before has succeeded now.
  for (const id of errors.splice(0)) toast.dismiss(id)
  successes = [...successes.filter((id) => id !== toastId && toast.isActive(id)), toastId]
  for (const id of successes.slice(0, -MOST_SUCCESSES)) toast.dismiss(id)
}

/** The container, which is a live region itself; durations and gestures are the specification's. */
export function Toasts() {
  useEffect(() => receiveToasts(showOne), [])
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
      // Only from screen readers, whose name for it is English; the style sheet shows it.
      hideProgressBar
      closeButton={({ closeToast }) => (
        <button type="button" className="toast-close" aria-label="Fechar aviso" onClick={closeToast}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    />
  )
}
