import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { dismissErrors } from './toast.ts'

/**
 * After a navigation without a reload: announces the title of the new page to screen readers, and removes the
 * errors of the page before.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setTitle(document.title)
    dismissErrors(true)
  }, [pathname])
  return (
    <p className="sr-only" aria-live="assertive">
      {title}
    </p>
  )
}
