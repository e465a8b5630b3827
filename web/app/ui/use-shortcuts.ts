import { useEffect, useRef } from 'react'

/** Actions by key: `j`, `?`, `arrowleft`, or `mod+k` with Ctrl or ⌘. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Where keys write, choose an option, or belong to a small popup. */
const TAKES_KEYS = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  '[role="menu"]',
  '[role="listbox"]',
  '[role="combobox"]',
  '[role="radiogroup"]',
  '[role="dialog"]:not([aria-modal="true"])',
].join()

/** The open dialogs and panels, the topmost last. */
export const openDialogs = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]'),
]

/**
 * Keys without Ctrl or ⌘ act only outside fields, and only while `dialogs` dialogs are open: 0 on the page, 1
 * in its panel.
 */
export function useShortcuts(shortcuts: Shortcuts, dialogs = 0): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (event.defaultPrevented || event.isComposing || altKey) return
      const isModified = ctrlKey || metaKey
      if (shiftKey && (isModified || key !== '?')) return
      const action = latest.current[`${isModified ? 'mod+' : ''}${key.toLowerCase()}`]
      if (!action) return
      if (!isModified) {
        if (target instanceof Element && target.closest(TAKES_KEYS)) return
        if (openDialogs().length !== dialogs) return
      }
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [dialogs])
}
