import { isSecurityEvent, SECURITY_EVENTS, type SecurityGroup } from '#contract/account/security-events.ts'
import type { SecurityRow } from '#contract/backoffice/security-log.ts'
import { ACTION_WORDS } from './audit-words.ts'

export const GROUP_WORDS: Record<SecurityGroup, string> = {
  sessions: 'Entradas e sessões',
  failures: 'Tentativas de entrada',
  refusals: 'Acessos recusados e limites',
  second_factor: 'Verificação em duas etapas',
  credentials: 'Senha, e-mail e acesso',
  permissions: 'Contas e permissões',
  exports: 'Exportações',
}

export const eventWords = (kind: string): string =>
  isSecurityEvent(kind) ? SECURITY_EVENTS[kind] : (ACTION_WORDS[kind] ?? kind)

const DETAIL_WORDS: Readonly<Record<string, string>> = {
  'wrong password': 'senha errada',
  'unknown account': 'não há conta com esse e-mail',
  blocked: 'conta bloqueada',
  'e-mail not verified': 'e-mail não verificado',
  password: 'com a senha',
  'sign-up': 'com o link de verificação',
  link: 'com um link por e-mail',
  app: 'com senha e código',
  'recovery code': 'com senha e código de recuperação',
  'log-out': 'pela própria pessoa',
  'another session': 'a partir de outro aparelho',
  'own data': 'os próprios dados',
}

export function detailWords({ kind, detail }: Pick<SecurityRow, 'kind' | 'detail'>): string {
  if (kind === 'access.refused') return `${detail.status} em ${detail.route}`
  if (kind === 'limit.met') return `limite: ${detail.limit ?? 'vários'}`
  return Object.values(detail)
    .map((value) => DETAIL_WORDS[String(value)] ?? String(value))
    .join(', ')
}
