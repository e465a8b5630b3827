import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import {
  ADMIN_HOME_PATH,
  AUDIT_PATH,
  JOBS_PATH,
  MESSAGES_PATH,
  REFUNDS_PATH,
  SECURITY_LOG_PATH,
} from '#web/paths.ts'
import classes from './operations.module.css'

const TABS = [
  [ADMIN_HOME_PATH, 'Visão geral'],
  [JOBS_PATH, 'Tarefas'],
  [MESSAGES_PATH, 'Mensagens do gateway'],
  [REFUNDS_PATH, 'Devoluções'],
  [AUDIT_PATH, 'Auditoria'],
  [SECURITY_LOG_PATH, 'Segurança'],
] as const

/** Tabs next to Admin's home, because the specification fixes the entries of the side menu. */
export function OperationsTabs() {
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  // A narrow screen shows only some tabs, so the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which tab is current
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.offsetLeft - 16
  }, [pathname])
  return (
    <nav ref={tabs} aria-label="Administração" className={classes.tabs}>
      {TABS.map(([path, label]) => (
        <NavLink key={path} to={path} className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
