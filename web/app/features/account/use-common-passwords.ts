import { useLoaded } from '#web/ui/use-loaded.ts'

const NONE: ReadonlySet<string> = new Set()

/** Loaded on demand: the list is larger than the form. */
const load = () => import('./common-passwords.ts').then((module) => module.COMMON_PASSWORDS)

/** Empty if the list cannot be loaded; the server checks each new password too. */
export const loadCommonPasswords = (): Promise<ReadonlySet<string>> => load().catch(() => NONE)

/** Empty until the list has loaded. */
export const useCommonPasswords = (wanted: boolean): ReadonlySet<string> => useLoaded(wanted, load) ?? NONE
