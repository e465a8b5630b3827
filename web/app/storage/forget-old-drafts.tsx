import { useEffect } from 'react'
import { tabStorage } from './browser-storage.ts'
import { forgetOldDrafts } from './personal-drafts.ts'

export function ForgetOldDrafts() {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) forgetOldDrafts(tabStorage, Date.now())
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return null
}
