import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces the title of the new page to screen readers after a navigation without a reload. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="sr-only" aria-live="assertive">
      {title}
    </p>
  )
}
