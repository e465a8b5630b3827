import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { stored } from '#web/storage/browser-storage.ts'
import { isFresh } from '#web/storage/personal-drafts.ts'
import { COUPON_PARAM } from './coupon-link.ts'

interface LinkedCoupon {
  slug: string
  code: string
  savedAt: number
}

/** Of the last link that was opened. In all tabs, because an e-mail's link to a new account opens another one. */
const LAST = stored<LinkedCoupon>(
  'linked-coupon',
  (value) => 'slug' in value && 'code' in value && typeof value.code === 'string',
)

/** The code of the link with which the event was opened, until the wizard has applied it; null: none. */
export function linkedCoupon(slug: string, now = Date.now()): string | null {
  const last = LAST.read()
  return last?.slug === slug && isFresh(last.savedAt, now) ? last.code : null
}

export const forgetLinkedCoupon = LAST.forget

/** Keeps the code in the address for the wizard. Whether it exists is not known before. */
export function useLinkedCoupon(slug: string): string | null {
  const [search] = useSearchParams()
  const code = search.get(COUPON_PARAM)?.trim().slice(0, 60).toUpperCase() || null
  useEffect(() => {
    if (code && slug) LAST.write({ slug, code, savedAt: Date.now() })
  }, [code, slug])
  return code
}
