/** Recorded only in the security log. Changes of data are in the audit log. */
export const SECURITY_EVENTS = {
  'login.succeeded': 'Entrou',
  'login.challenged': 'Senha ou link certo, código pedido',
  'login.failed': 'Tentativa de entrada recusada',
  'second_factor.failed': 'Código de verificação recusado',
  'recovery_code.used': 'Usou um código de recuperação',
  'session.ended': 'Sessão encerrada',
  'access.refused': 'Acesso recusado',
  'limit.met': 'Limite de tentativas atingido',
  'data.exported': 'Dados pessoais exportados',
} as const
export type SecurityEventKind = keyof typeof SECURITY_EVENTS

export const isSecurityEvent = (kind: string): kind is SecurityEventKind =>
  Object.hasOwn(SECURITY_EVENTS, kind)

/** Security events and actions of the audit log. The index `audit_log_security` lists the same actions. */
export const SECURITY_GROUPS = {
  sessions: ['login.succeeded', 'session.ended', 'producer.session_ended', 'producer.sessions_ended'],
  failures: ['login.challenged', 'login.failed', 'second_factor.failed'],
  refusals: ['access.refused', 'limit.met'],
  second_factor: [
    'login.challenged',
    'second_factor.failed',
    'recovery_code.used',
    'user.second_factor_enabled',
    'user.second_factor_disabled',
    'user.second_factor_reset',
    'user.recovery_codes_renewed',
    'user.passkey_added',
    'user.passkey_removed',
  ],
  credentials: [
    'user.password_changed',
    'user.email_change_requested',
    'user.email_changed',
    'user.email_change_undone',
    'user.email_verified_by_admin',
    'user.access_reset',
    'organizer.access_reset',
    'producer.access_reset',
  ],
  permissions: [
    'user.created',
    'user.role_accepted',
    'user.blocked',
    'user.unblocked',
    'user.merged',
    'user.deleted',
    'user.removed',
    'user.viewed',
    'user.view_ended',
    'organizer.created',
    'organizer.suspended',
    'organizer.reactivated',
    'organizer.deleted',
    'producer.registered',
    'producer.blocked',
    'producer.unblocked',
    'producer.removed',
    'producer.permissions_added',
    'producer.permission_removed',
    'event.producer_added',
    'event.producer_removed',
  ],
  exports: ['data.exported', 'event.participants_exported', 'registration.answer_file_read'],
} as const
export type SecurityGroup = keyof typeof SECURITY_GROUPS

export const SECURITY_ACTIONS: readonly string[] = Object.values(SECURITY_GROUPS)
  .flat()
  .filter((kind) => !isSecurityEvent(kind))
