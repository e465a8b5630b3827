/**
 * Everything that the product stores in a browser goes through this file, and `biome.json` refuses to name a storage elsewhere. Browsers
 * throw when storage is blocked with the cookies, in-app browsers give none (`null`), a full one refuses to write: texts are then held
 * in memory, for as long as the page is open.
 */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
}

/** A storage that never throws. `open` does where it is blocked. */
export function withMemory(open: () => Storage): TextStorage {
  /** What could not be written; it counts before what is stored. */
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key)
      try {
        open().setItem(key, value)
      } catch {
        memory.set(key, value)
        // The value before would come back with the next page.
        attempt(() => open().removeItem(key))
      }
    },
    removeItem(key) {
      memory.delete(key)
      attempt(() => open().removeItem(key))
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt(() => Object.keys(open())) ?? [])])],
  }
}

/** Shared by all tabs, and there in the next visit. */
export const sharedStorage = withMemory(() => localStorage)
/** Of this tab, until it is closed. */
export const tabStorage = withMemory(() => sessionStorage)

const PROBE = 'probe'

/** Whether what is stored outlives the page. Where it does not, a session ends with its tab. Only in a browser. */
export function isStorageLasting(): boolean {
  return (
    attempt(() => {
      localStorage.setItem(PROBE, PROBE)
      localStorage.removeItem(PROBE)
      return true
    }) ?? false
  )
}

/**
 * Runs in the page's head: the router's inline script reads the storage of the tab, and throws where that does. It finds an empty one
 * instead, which refuses to be written to.
 */
export const TAB_STORAGE_SCRIPT =
  "try{sessionStorage.length}catch(e){Object.defineProperty(window,'sessionStorage',{value:{getItem:()=>null,setItem(){throw e},removeItem(){}}})}"

// Undefined where the browser has none, or refuses it: pages are then not kept to be read without a connection.
export const findDatabases = (): IDBFactory | undefined => attempt(() => indexedDB)
export const findCaches = (): CacheStorage | undefined => attempt(() => caches)
export const findServiceWorkers = (): ServiceWorkerContainer | undefined =>
  attempt(() => navigator.serviceWorker)

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** An object in the shared storage; one of another shape, or none, is null. */
export function stored<T>(key: string, isValid: (value: object) => boolean) {
  return {
    read(): T | null {
      const value = attempt((): unknown => JSON.parse(sharedStorage.getItem(key) ?? 'null'))
      return typeof value === 'object' && value !== null && isValid(value) ? (value as T) : null
    },
    write: (value: T): void => sharedStorage.setItem(key, JSON.stringify(value)),
    forget: (): void => sharedStorage.removeItem(key),
  }
}
