import { ApiFailure } from '#web/api/api.ts'
import { getSession, isViewing } from '#web/session/session.ts'
import { findDatabases } from '#web/storage/browser-storage.ts'
import { COPIES } from './forget-copies.ts'

/* Copies of a user's own registrations, for use without a connection. They are stored in IndexedDB, encrypted
   with AES-GCM under a key that cannot be exported, and are deleted with the session. The server is always
   asked first. */

export type WithCopyTime<T> = T & {
  /** The time of the copy, as an ISO 8601 instant; null for data from the server. */
  keptAt: string | null
}

/** Loads data and stores a copy. Returns the copy when the server cannot be reached. */
export async function withCopy<T extends object>(
  name: string,
  load: () => Promise<T>,
): Promise<WithCopyTime<T>> {
  // An administrator who views the site as another user stores no copies.
  const owner = isViewing() ? undefined : getSession()?.user.id
  try {
    const value = await load()
    if (owner !== undefined) saveCopy(owner, name, value).catch(() => undefined)
    return { ...value, keptAt: null }
  } catch (failure) {
    if (owner === undefined || !(failure instanceof ApiFailure)) throw failure
    if (failure.status === 404)
      inStore('readwrite', (store) => store.delete(idOf(owner, name))).catch(() => undefined)
    if (failure.status !== 0) throw failure
    const copy = await readCopy(owner, name).catch(() => null)
    if (!copy) throw failure
    return copy as WithCopyTime<T>
  }
}

const KEY = 'key'
const STORE = 'copies'
/** To be raised when a screen cannot show an older copy: the upgrade deletes all copies. */
const VERSION = 3
const idOf = (owner: number, name: string): string => `${owner}:${name}`

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

async function saveCopy(owner: number, name: string, value: object): Promise<void> {
  const content = JSON.stringify({ ...value, keptAt: new Date().toISOString() })
  const key = (await findKey()) ?? (await makeKey())
  const id = idOf(owner, name)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(cipher(iv, id), key, new TextEncoder().encode(content))
  // The user may have signed out meanwhile.
  if (getSession()?.user.id === owner)
    await inStore('readwrite', (store) => store.put({ iv, data } satisfies Sealed, id))
}

async function readCopy(owner: number, name: string): Promise<unknown> {
  const id = idOf(owner, name)
  const sealed: Sealed | undefined = await inStore('readonly', (store) => store.get(id))
  const key = sealed && (await findKey())
  if (!key) return null
  return JSON.parse(
    new TextDecoder().decode(await crypto.subtle.decrypt(cipher(sealed.iv, id), key, sealed.data)),
  )
}

/** The id is authenticated data, so that a copy cannot replace another one. */
const cipher = (iv: Uint8Array<ArrayBuffer>, id: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(id),
})

const findKey = (): Promise<CryptoKey | undefined> => inStore('readonly', (store) => store.get(KEY))

async function makeKey(): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  try {
    await inStore('readwrite', (store) => store.add(key, KEY))
    return key
  } catch (failure) {
    // Another tab has created the key meanwhile.
    const known = await findKey()
    if (known) return known
    throw failure
  }
}

/** In a transaction of its own. An open connection would block `forgetCopies`, so it is closed at once. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await openCopies()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode)
      const request = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    db.close()
  }
}

const openCopies = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = findDatabases()?.open(COPIES, VERSION)
    if (!request) return reject(new Error('no database'))
    request.onupgradeneeded = () => {
      const { result: db } = request
      if (db.objectStoreNames.contains(STORE)) db.deleteObjectStore(STORE)
      db.createObjectStore(STORE)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
