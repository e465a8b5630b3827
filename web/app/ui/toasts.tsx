import 'react-toastify/ReactToastify.css'
import { useEffect } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { receiveToasts } from './toast.ts'

/** The container, a live region itself; times and gestures are the specification's. */
export function Toasts() {
  useEffect(() => receiveToasts(({ type, message }) => toast(message, { type })), [])
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
        <button
          type="button"
          className="Toastify__close-button"
          aria-label="Fechar aviso"
          onClick={closeToast}
        >
          <span aria-hidden>×</span>
        </button>
      )}
    />
  )
}
