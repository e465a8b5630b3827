import { useEffect } from 'react'
import { forgetOldDrafts } from './personal-drafts.ts'

/** Deletes drafts that are too old, whenever the tab becomes visible. */
export function ForgetOldDrafts() {
  useEffect(() => {
    const look = () => {
      try {
        if (!document.hidden) forgetOldDrafts(sessionStorage, Date.now())
      } catch {
        // Storage is blocked, so no draft was kept.
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return null
}
