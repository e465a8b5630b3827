import { useSyncExternalStore } from 'react'
import { ROLES } from '#contract/account/choose-role.ts'
import type { User } from '#contract/account/session.ts'
import { forgetCopies } from '#web/offline/forget-copies.ts'
import { LOGIN_PATH, ROLE_HOME_PATH } from '#web/paths.ts'
import { sharedStorage, type TextStorage, tabStorage } from '#web/storage/browser-storage.ts'

/**
 * Stored in local storage under the four keys of the specification; in session storage in a tab in which an
 * administrator views the site as another user, so that other tabs are unaffected.
 */
export interface Session {
  token: string
  user: User
  /** The roles in effect: the chosen one first, and Participante if the user is also a runner. */
  roles: readonly string[]
  /** All roles that the user holds; these are stored. */
  heldRoles: readonly string[]
  permissions: readonly string[]
}
/** The session as the API returns it: `roles` are all roles that the user holds. */
export type StoredSession = Omit<Session, 'heldRoles'>

/** Storage key of the role chosen last on this device. It remains after signing out. */
export const ROLE_KEY = 'role'
const KEYS = ['token', 'user', 'roles', 'permissions'] as const

/** Whether this tab views the site as another user (`viewing.ts`). Call it in the browser only. */
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

function readStored<T>(key: (typeof KEYS)[number], isRight: (value: unknown) => value is T): T | null {
  const stored = storage().getItem(key)
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (isRight(value)) return value
  } catch {
    // Invalid JSON is deleted below.
  }
  storage().removeItem(key)
  return null
}

function read(): Session | null {
  const token = storage().getItem('token')
  if (!token) return null
  const heldRoles = readStored('roles', isRoles) ?? []
  // The API returns the roles in their order of precedence.
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

export function updateSession(part: Partial<Omit<StoredSession, 'token'>>): void {
  const session = getSession()
  if (session) saveSession({ ...session, roles: session.heldRoles, ...part })
}

let nextPath = LOGIN_PATH

/** Deletes the session. Pages that need one then redirect to `to`, by default the login. */
export function clearSession(to = LOGIN_PATH): void {
  nextPath = to
  const from = storage()
  for (const key of KEYS) from.removeItem(key)
  forgetCopies()
  changed()
}

export const signedOutPath = (): string => nextPath

let onExpired: (() => void) | undefined

/** Sets what runs when the server refuses the token. Returns a function that unsets it. */
export function setExpiryHandler(handler: () => void): () => void {
  onExpired = handler
  return () => {
    if (onExpired === handler) onExpired = undefined
  }
}

/** Handles a refused token. Several requests may fail at once, but only the first failure has an effect. */
export function expireSession(token: string): void {
  if (getSession()?.token !== token) return
  onExpired?.()
  clearSession()
}

let onEnrolment: (() => void) | undefined

/** Sets what runs when the account must set up a second factor. Returns a function that unsets it. */
export function setEnrolmentHandler(handler: () => void): () => void {
  onEnrolment = handler
  return () => {
    if (onEnrolment === handler) onEnrolment = undefined
  }
}

export const askForEnrolment = (): void => onEnrolment?.()

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Another tab has signed in or out. A null key means that the storage was cleared.
    if (event.key === null || event.key === ROLE_KEY || KEYS.some((key) => key === event.key)) changed()
  }
  // A page restored from the back/forward cache has missed changes of the stored session.
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

/** The session, or null without one. Always null on the server and during hydration. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession, guest)

/** The hash of the home page's URL after the server redirected there from an unknown path. */
export const UNKNOWN_HASH = '#pagina-desconhecida'

/**
 * Runs in the page's head before the first paint. It hides the guest's buttons from signed-in users (its
 * condition must agree with `changed`) and redirects them from an unknown path to the home of their role.
 */
export const SESSION_SCRIPT = `try{
const signedIn=!!localStorage.getItem('token');
document.documentElement.toggleAttribute('data-signed-in',signedIn);
if(location.hash==='${UNKNOWN_HASH}'){
if(signedIn||sessionStorage.getItem('token'))location.replace('${ROLE_HOME_PATH}');
else history.replaceState(null,'',location.pathname)
}
}catch{}`
