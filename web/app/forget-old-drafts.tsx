import { useEffect } from 'react'
import { forgetOldDrafts } from './personal-drafts.ts'

/** Looks whenever somebody comes to the tab. */
export function ForgetOldDrafts() {
  useEffect(() => {
    const look = () => {
      try {
        if (!document.hidden) forgetOldDrafts(sessionStorage, Date.now())
      } catch {
        // Storage is blocked: nothing was kept.
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return null
}
