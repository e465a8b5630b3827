import { useSyncExternalStore } from 'react'
import { ROLES } from '#contract/choose-role.ts'
import type { User } from '#contract/session.ts'
import { sharedStorage, type TextStorage, tabStorage } from './browser-storage.ts'
import { forgetCopies } from './offline/forget-copies.ts'
import { LOGIN_PATH, ROLE_HOME_PATH } from './paths.ts'

/**
 * What the browser knows of the signed-in person, stored in local storage under the four keys of the specification. A tab in which an
 * administrator sees what somebody else sees has these keys in its own storage, and the other tabs go on as they were.
 */
export interface Session {
  token: string
  user: User
  /** Those the person uses it in: one, which comes first, and Participante where they are also a runner. */
  roles: readonly string[]
  /** All that they hold, as they are stored. */
  heldRoles: readonly string[]
  permissions: readonly string[]
}
/** As the API answers it: `roles` are all that the person holds. */
export type StoredSession = Omit<Session, 'heldRoles'>

/** The role chosen last on this device, of whoever held several; kept when they sign out. */
export const ROLE_KEY = 'role'
const KEYS = ['token', 'user', 'roles', 'permissions'] as const

/** Whether this tab shows what somebody else sees (`viewing.ts`). Only in a browser. */
export const isViewing = (): boolean => !!tabStorage.getItem('token')
export const storage = (): TextStorage => (isViewing() ? tabStorage : sharedStorage)

let current: Session | null | undefined
const listeners = new Set<() => void>()

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')
const isRoles = (value: unknown): value is string[] =>
  isTexts(value) && value.every((entry) => ROLES.some((role) => role === entry))

/** Reads a stored value of the right shape; anything else is deleted. */
function readStored<T>(key: (typeof KEYS)[number], isRight: (value: unknown) => value is T): T | null {
  const stored = storage().getItem(key)
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (isRight(value)) return value
  } catch {
    // Not JSON: deleted below.
  }
  storage().removeItem(key)
  return null
}

function read(): Session | null {
  const token = storage().getItem('token')
  if (!token) return null
  const heldRoles = readStored('roles', isRoles) ?? []
  // The API answers them in the order in which they count.
  const chosen = storage().getItem(ROLE_KEY)
  const role = heldRoles.find((held) => held === chosen) ?? heldRoles[0]
  return {
    token,
    user: readStored('user', isUser) ?? { id: 0, name: '', email: '', image: null, organizer: null },
    roles: heldRoles.filter((held) => held === role || held === 'Participante'),
    heldRoles,
    permissions: readStored('permissions', isTexts) ?? [],
  }
}

function changed(): void {
  current = undefined
  document.documentElement.toggleAttribute('data-signed-in', getSession() !== null)
  for (const listener of listeners) listener()
}

export function getSession(): Session | null {
  if (current === undefined) current = read()
  return current
}

export function saveSession({ token, user, roles, permissions }: StoredSession, to = storage()): void {
  nextPath = LOGIN_PATH
  to.setItem('token', token)
  for (const [key, value] of Object.entries({ user, roles, permissions }))
    to.setItem(key, JSON.stringify(value))
  changed()
}

/** Updates user, roles or permissions of the current session, as `GET /me` answers them. */
export function updateSession(part: Partial<Omit<StoredSession, 'token'>>): void {
  const session = getSession()
  if (session) saveSession({ ...session, roles: session.heldRoles, ...part })
}

let nextPath = LOGIN_PATH

/** Deletes the session. A page that needs one redirects to `to`: the login, unless the person signed out on purpose. */
export function clearSession(to = LOGIN_PATH): void {
  nextPath = to
  const from = storage()
  for (const key of KEYS) from.removeItem(key)
  forgetCopies()
  changed()
}

/** Where a page that needs a session redirects to without one. */
export const signedOutPath = (): string => nextPath

let onExpired: (() => void) | undefined

/**
 * Sets what happens when the server no longer accepts the token; the root layout calls it. Returns a function that unsets
 * it.
 */
export function setExpiryHandler(handler: () => void): () => void {
  onExpired = handler
  return () => {
    if (onExpired === handler) onExpired = undefined
  }
}

/** Handles a refused token. Several calls may fail at once: only the first one acts. */
export function expireSession(token: string): void {
  if (getSession()?.token !== token) return
  onExpired?.()
  clearSession()
}

let onEnrolment: (() => void) | undefined

/**
 * Sets what happens when the account must turn the second factor on first; the root layout calls it. Returns a function that
 * unsets it.
 */
export function setEnrolmentHandler(handler: () => void): () => void {
  onEnrolment = handler
  return () => {
    if (onEnrolment === handler) onEnrolment = undefined
  }
}

/** Handles the refusal of every call until the account has turned the second factor on. */
export const askForEnrolment = (): void => onEnrolment?.()

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Another tab signed in or out; a null key means that the storage was cleared.
    if (event.key === null || event.key === ROLE_KEY || KEYS.some((key) => key === event.key)) changed()
  }
  // A page that comes back as it was left has missed what other tabs, and its own later pages, have stored.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && changed()
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}

const guest = () => null

/** The session, or null without one; always null on the server and while hydrating. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession, guest)

/** Marks the home page's address when the server redirected there from a path that it does not know. */
export const UNKNOWN_HASH = '#pagina-desconhecida'

/**
 * Runs in the page's head before the first paint, so that a signed-in person does not see the guest's buttons (its condition
 * must agree with `changed`), and is led from an unknown path to the home of their role.
 */
export const SESSION_SCRIPT = `try{
const signedIn=!!localStorage.getItem('token');
document.documentElement.toggleAttribute('data-signed-in',signedIn);
if(location.hash==='${UNKNOWN_HASH}'){
if(signedIn||sessionStorage.getItem('token'))location.replace('${ROLE_HOME_PATH}');
else history.replaceState(null,'',location.pathname)
}
}catch{}`
