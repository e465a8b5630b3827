import { WIZARD_PATH } from '#web/paths.ts'
import { stored } from '#web/storage/browser-storage.ts'
import { isFresh } from '#web/storage/personal-drafts.ts'

export interface LinkedGroup {
  slug: string
  token: string
  name: string
  savedAt: number
}

/** The group of the last invitation that opened the wizard. */
const LAST = stored<LinkedGroup>(
  'linked-group',
  (value) => 'slug' in value && 'token' in value && typeof value.token === 'string',
)

/** The group that an order for this event joins; null: none. */
export function linkedGroup(slug: string, now = Date.now()): LinkedGroup | null {
  const last = LAST.read()
  return last?.slug === slug && isFresh(last.savedAt, now) ? last : null
}

export const rememberGroup = (group: Omit<LinkedGroup, 'savedAt'>): void =>
  LAST.write({ ...group, savedAt: Date.now() })
export const forgetLinkedGroup = LAST.forget

export const wizardOf = (slug: string) => ({
  pathname: WIZARD_PATH,
  search: `?${new URLSearchParams({ evento: slug })}`,
  state: null,
})
