/** Navigation state of `/login` and `/recuperar-senha`, in addition to that of the return path. */
interface LoginState {
  showToast?: boolean
  /** The e-mail typed on the previous page. */
  email?: string
  registeredEmail?: string
}

const isObject = (state: unknown): state is Record<string, unknown> =>
  typeof state === 'object' && state !== null

/** Navigation state for `/login` after an account was created, which extends the state of `/register`. */
export const loginState = (state: unknown, email: string) => ({
  ...(isObject(state) ? state : {}),
  showToast: true,
  registeredEmail: email,
})

export function readLoginState(state: unknown): LoginState {
  if (!isObject(state)) return {}
  return {
    showToast: state.showToast === true,
    ...(typeof state.email === 'string' && { email: state.email }),
    ...(typeof state.registeredEmail === 'string' && { registeredEmail: state.registeredEmail }),
  }
}

export const withEmail = (state: unknown, email: string) => ({ ...(isObject(state) ? state : {}), email })

/** Navigation state without the request for a toast, so that a reload does not show it again. */
export const withoutToast = (state: unknown) => (isObject(state) ? { ...state, showToast: false } : state)
