import { sharedStorage } from '../browser-storage.ts'

/** Where the person's choice is kept; without one the device's scheme counts. */
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

/** Changes between light and dark, and remembers it. */
export function toggleColorScheme(): void {
  const scheme = isDark() ? 'light' : 'dark'
  show(scheme)
  sharedStorage.setItem(KEY, scheme)
}

/** Follows a choice made in another tab, and the device while nothing was chosen. Returns how to stop. */
export function followColorScheme(): () => void {
  const device = matchMedia(DARK)
  const following = new AbortController()
  const follow = () => show(chosen() ?? (device.matches ? 'dark' : 'light'))
  device.addEventListener('change', follow, following)
  window.addEventListener('storage', ({ key }) => key === KEY && follow(), following)
  return () => following.abort()
}
