/** What the security log tells beside the changes that the audit log holds, with the words of its screen. */
export const SECURITY_EVENTS = {
  'login.succeeded': 'Entrou',
  'login.failed': 'Tentativa de entrada recusada',
  'second_factor.failed': 'Código de verificação recusado',
  'recovery_code.used': 'Usou um código de recuperação',
  'session.ended': 'Sessão encerrada',
  'access.refused': 'Acesso recusado',
  'limit.met': 'Limite de tentativas atingido',
  'data.exported': 'Dados pessoais exportados',
} as const
export type SecurityEventKind = keyof typeof SECURITY_EVENTS
