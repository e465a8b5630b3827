import { NavLink } from 'react-router'
import { ADMIN_HOME_PATH, AUDIT_PATH, JOBS_PATH, MESSAGES_PATH } from '../places.ts'
import classes from './operations-tabs.module.css'

const TABS = [
  [ADMIN_HOME_PATH, 'Visão geral'],
  [JOBS_PATH, 'Tarefas'],
  [MESSAGES_PATH, 'Mensagens do gateway'],
  [AUDIT_PATH, 'Auditoria'],
] as const

/** What stands behind Admin's home, beside it: the side menu is the specification's. */
export function OperationsTabs() {
  return (
    <nav aria-label="Administração" className={classes.tabs}>
      {TABS.map(([path, label]) => (
        <NavLink key={path} to={path} className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
