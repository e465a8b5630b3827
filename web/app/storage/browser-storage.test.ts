import { expect, test } from 'vitest'
import { withMemory } from './browser-storage.ts'

const refuse = (): never => {
  throw new Error('SecurityError')
}

/** Behaves like the browser's storage as far as it is used: its keys are its own properties. */
class Memory {
  [key: string]: unknown
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}
const memory = () => new Memory() as unknown as Storage

test.each([
  ['throws when it is named', refuse],
  ['is null, as in an in-app browser', () => null as unknown as Storage],
  ['is full', () => Object.assign(memory(), { setItem: refuse })],
])('a storage that %s holds texts in memory until the page is left', (_, open) => {
  const storage = withMemory(open)
  storage.setItem('token', 'abc')
  storage.setItem('role', 'Admin')
  expect(storage.getItem('token')).toBe('abc')
  expect(storage.keys()).toContain('token')
  storage.removeItem('token')
  expect(storage.getItem('token')).toBeNull()
  expect(storage.getItem('role')).toBe('Admin')
  expect(withMemory(open).getItem('role')).toBeNull()
})

test('a value that no longer fits removes the previous one, so that the next page does not read it', () => {
  const browser = memory()
  const storage = withMemory(() => browser)
  storage.setItem('token', 'old')
  Object.assign(browser, { setItem: refuse })
  storage.setItem('token', 'new')
  expect(storage.getItem('token')).toBe('new')
  expect(browser.getItem('token')).toBeNull()
})

test('a working storage keeps texts for the next page', () => {
  const browser = memory()
  withMemory(() => browser).setItem('token', 'abc')
  const next = withMemory(() => browser)
  expect(next.getItem('token')).toBe('abc')
  expect(next.keys()).toEqual(['token'])
})
