import { sharedStorage } from '#web/storage/browser-storage.ts'

/** Storage key of the user's choice. Without one the device's scheme applies. */
const KEY = 'color-scheme'
const DARK = '(prefers-color-scheme: dark)'

/** An inline script that sets the scheme before the first paint. */
export const COLOR_SCHEME_SCRIPT = `try{var s=localStorage.getItem('${KEY}')}catch{}document.documentElement.dataset.mantineColorScheme=s==='light'||s==='dark'?s:matchMedia('${DARK}').matches?'dark':'light'`

const isDark = (): boolean => document.documentElement.dataset.mantineColorScheme === 'dark'

function show(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset.mantineColorScheme = scheme
}

function chosen(): 'light' | 'dark' | null {
  const stored = sharedStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

export function toggleColorScheme(): void {
  const scheme = isDark() ? 'light' : 'dark'
  show(scheme)
  sharedStorage.setItem(KEY, scheme)
}

/**
 * Follows another tab's choice, and the device's scheme while there is none. Returns a function that stops.
 */
export function followColorScheme(): () => void {
  const device = matchMedia(DARK)
  const following = new AbortController()
  const follow = () => show(chosen() ?? (device.matches ? 'dark' : 'light'))
  device.addEventListener('change', follow, following)
  window.addEventListener('storage', ({ key }) => key === KEY && follow(), following)
  return () => following.abort()
}
