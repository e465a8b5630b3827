/**
 * `biome.json` forbids storage elsewhere. Browsers throw when it is blocked with cookies, in-app browsers
 * have none (`null`), and a full one refuses writes. Texts are then held in memory while the page is open.
 */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
}

export function withMemory(open: () => Storage): TextStorage {
  /** Values that could not be written. They take precedence over stored ones. */
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key)
      try {
        open().setItem(key, value)
      } catch {
        memory.set(key, value)
        // Otherwise the next page would read the previous value.
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

/** Shared by all tabs and persistent. */
export const sharedStorage = withMemory(() => localStorage)
export const tabStorage = withMemory(() => sessionStorage)

const PROBE = 'probe'

/**
 * Whether the browser keeps the shared storage. Otherwise a session ends with its tab. Call it in the browser
 * only.
 */
export function isStorageLasting(): boolean {
  return (
    attempt(() => {
      localStorage.setItem(PROBE, PROBE)
      localStorage.removeItem(PROBE)
      return true
    }) ?? false
  )
}

/** The router's inline script fails where access throws; this gives it a storage that refuses writes. */
export const TAB_STORAGE_SCRIPT =
  "try{sessionStorage.length}catch(e){Object.defineProperty(window,'sessionStorage',{value:{getItem:()=>null,setItem(){throw e},removeItem(){}}})}"

// Undefined without such an API or access. Pages are then not cached for use without a connection.
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

/** An object in the shared storage. `read` returns null when it is missing or has another shape. */
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
