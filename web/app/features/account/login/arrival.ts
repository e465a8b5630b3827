/** How `/login` was come to after registering. The place to go back to, if any, travels beside it. */
interface Arrival {
  /** The flag that asks for the toast, once. */
  showToast?: boolean
  /** The new account's address. */
  registeredEmail?: string
}

const isObject = (state: unknown): state is Record<string, unknown> =>
  typeof state === 'object' && state !== null

/** Navigation state for `/login`, out of the one `/register` was reached with. */
export const arrivalState = (state: unknown, email: string) => ({
  ...(isObject(state) ? state : {}),
  showToast: true,
  registeredEmail: email,
})

export function readArrival(state: unknown): Arrival {
  if (!isObject(state)) return {}
  return {
    showToast: state.showToast === true,
    ...(typeof state.registeredEmail === 'string' && { registeredEmail: state.registeredEmail }),
  }
}

/** The same state when the toast was shown: a reload does not show it again. */
export const withoutToast = (state: unknown) => (isObject(state) ? { ...state, showToast: false } : state)
