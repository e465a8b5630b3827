/** A value in this browser's storage, which all tabs share; where that is blocked or full, there is none. */
export function stored<T>(key: string, isValid: (value: object) => boolean) {
  return {
    read(): T | null {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return typeof value === 'object' && value !== null && isValid(value) ? (value as T) : null
      } catch {
        return null
      }
    },
    write(value: T): void {
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // It does not survive a reload.
      }
    },
    forget(): void {
      try {
        localStorage.removeItem(key)
      } catch {
        // There is none.
      }
    },
  }
}
