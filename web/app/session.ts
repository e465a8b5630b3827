import { useSyncExternalStore } from 'react'
import type { User } from '#contract/session.ts'
import { LOGIN_PATH } from './paths.ts'

/** What the browser knows of who is using it, kept in local storage under the four keys of the specification. */
export interface Session {
  token: string
  user: User
  roles: readonly string[]
  permissions: readonly string[]
}

const KEYS = ['token', 'user', 'roles', 'permissions'] as const

let current: Session | null | undefined
const listeners = new Set<() => void>()

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** A stored value of the right shape; anything else is discarded. */
function readStored<T>(key: (typeof KEYS)[number], isRight: (value: unknown) => value is T): T | null {
  const stored = localStorage.getItem(key)
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (isRight(value)) return value
  } catch {
    // Not JSON: discarded below.
  }
  localStorage.removeItem(key)
  return null
}

function read(): Session | null {
  try {
    const token = localStorage.getItem('token')
    if (!token) return null
    return {
      token,
      user: readStored('user', isUser) ?? { id: 0, name: '', email: '', image: null, organizer: null },
      roles: readStored('roles', isTexts) ?? [],
      permissions: readStored('permissions', isTexts) ?? [],
    }
  } catch {
    return null // Storage is blocked: everybody is a guest.
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

export function saveSession({ token, ...rest }: Session): void {
  exit = LOGIN_PATH
  localStorage.setItem('token', token)
  for (const [key, value] of Object.entries(rest)) localStorage.setItem(key, JSON.stringify(value))
  changed()
}

/** Fresh user, roles or permissions for the token at hand, as `GET /me` answers them. */
export function updateSession(part: Partial<Omit<Session, 'token'>>): void {
  const session = getSession()
  if (session) saveSession({ ...session, ...part })
}

let exit = LOGIN_PATH

/** Signs out here. A page that needs a session makes way for `to`: the login, unless the person left on purpose. */
export function clearSession(to = LOGIN_PATH): void {
  exit = to
  for (const key of KEYS) localStorage.removeItem(key)
  changed()
}

/** Where those go who are on a page that needs a session and have none. */
export const sessionExit = (): string => exit

let onExpired: (() => void) | undefined

/** What to do when the server no longer accepts the token; the root layout sets it. Returns the undoing. */
export function whenSessionExpires(handler: () => void): () => void {
  onExpired = handler
  return () => {
    if (onExpired === handler) onExpired = undefined
  }
}

/** The server refused this token. Several calls may learn it at once: only the first one acts. */
export function expireSession(token: string): void {
  if (getSession()?.token !== token) return
  onExpired?.()
  clearSession()
}

let onEnrolment: (() => void) | undefined

/** What to do when the account must turn the second factor on first; the root layout sets it. Returns the undoing. */
export function whenEnrolmentIsDue(handler: () => void): () => void {
  onEnrolment = handler
  return () => {
    if (onEnrolment === handler) onEnrolment = undefined
  }
}

/** The server lets this account do nothing else before. */
export const askForEnrolment = (): void => onEnrolment?.()

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Another tab signed in or out; a null key is a cleared storage.
    if (event.key === null || KEYS.some((key) => key === event.key)) changed()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const guest = () => null

/** The session, or null for a guest; always null on the server and while hydrating. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession, guest)

/**
 * Runs in the page's head, before anything is drawn: whoever is signed in does not see the guest's buttons flash by.
 * Keep it in step with `changed`.
 */
export const SESSION_SCRIPT =
  "try{document.documentElement.toggleAttribute('data-signed-in',!!localStorage.getItem('token'))}catch{}"
