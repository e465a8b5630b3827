import {
  ADMIN_HOME_PATH,
  AUDIT_PATH,
  JOBS_PATH,
  MESSAGES_PATH,
  REFUNDS_PATH,
  SECURITY_LOG_PATH,
} from '#web/paths.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'

const TABS = [
  { to: ADMIN_HOME_PATH, label: 'Visão geral' },
  { to: JOBS_PATH, label: 'Tarefas' },
  { to: MESSAGES_PATH, label: 'Mensagens do gateway' },
  { to: REFUNDS_PATH, label: 'Devoluções' },
  { to: AUDIT_PATH, label: 'Auditoria' },
  { to: SECURITY_LOG_PATH, label: 'Segurança' },
]

/** Tabs next to Admin's home, because the specification fixes the entries of the side menu. */
export const OperationsTabs = () => <PageTabs label="Administração" tabs={TABS} />
