import { useEffect, useRef } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import classes from './page-tabs.module.css'

export interface PageTab {
  label: string
  to: string
  /** Patterns of further pages that belong to the tab. */
  pages?: readonly string[]
}

interface PageTabsProps {
  label: string
  tabs: readonly PageTab[]
}

/** Links between the pages of one subject. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  // A narrow screen shows only some tabs, so the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which tab is current
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 16
  }, [pathname])
  return (
    <nav ref={list} aria-label={label} className={classes.tabs}>
      {tabs.map(({ label, to, pages = [] }) => (
        <Link
          key={to}
          to={to}
          aria-current={[to, ...pages].some((page) => matchPath(page, pathname)) ? 'page' : undefined}
          className={classes.tab}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
