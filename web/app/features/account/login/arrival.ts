/** Navigation state of `/login` and `/recuperar-senha`, beside that of the return path. */
interface Arrival {
  /** Show the toast. */
  showToast?: boolean
  /** Typed on the page before. */
  email?: string
  /** The new account's e-mail. */
  registeredEmail?: string
}

const isObject = (state: unknown): state is Record<string, unknown> =>
  typeof state === 'object' && state !== null

/** Navigation state for `/login`, which extends that of `/register`. */
export const arrivalState = (state: unknown, email: string) => ({
  ...(isObject(state) ? state : {}),
  showToast: true,
  registeredEmail: email,
})

export function readArrival(state: unknown): Arrival {
  if (!isObject(state)) return {}
  return {
    showToast: state.showToast === true,
    ...(typeof state.email === 'string' && { email: state.email }),
    ...(typeof state.registeredEmail === 'string' && { registeredEmail: state.registeredEmail }),
  }
}

/** Navigation state that carries an e-mail along, beside what is carried already. */
export const withEmail = (state: unknown, email: string) => ({ ...(isObject(state) ? state : {}), email })

/** The state after the toast was shown, so that a reload does not show it again. */
export const withoutToast = (state: unknown) => (isObject(state) ? { ...state, showToast: false } : state)
