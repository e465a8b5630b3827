import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { receiveToasts } from './toast.ts'

/** The container, which is a live region itself; durations and gestures are the specification's. */
export function Toasts() {
  // A visible message is not repeated: several calls may fail for one reason.
  useEffect(
    () => receiveToasts(({ type, message }) => toast(message, { type, toastId: `${type}: ${message}` })),
    [],
  )
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
      closeButton={({ closeToast }) => (
        <button type="button" className="toast-close" aria-label="Fechar aviso" onClick={closeToast}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    />
  )
}
