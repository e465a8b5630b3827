import { Skeleton } from '@mantine/core'
import { IconKey, IconLogin2, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isSecurityEvent, SECURITY_EVENTS } from '#contract/account/security-events.ts'
import type { Activity } from '#contract/account/session.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { activityQuery } from '../queries.ts'
import classes from './session-list.module.css'

/** Icons of successful log-ins and of accepted passwords. All other entries are failed attempts. */
const ICONS: Readonly<Record<string, typeof IconKey>> = {
  'login.succeeded': IconLogin2,
  'recovery_code.used': IconLogin2,
  'login.challenged': IconKey,
}

export function ActivityList() {
  const activity = useQuery(activityQuery)
  const failure = listFailure(activity)
  return (
    <FormSection
      title="Atividade recente"
      description="As últimas entradas na sua conta e as tentativas que não chegaram até o fim. Não foi você? Troque a sua senha."
    >
      {failure && <ErrorState {...failure} />}
      {activity.isPending && <Skeleton height={56} />}
      {activity.data?.length === 0 && <p>Nenhuma entrada nos últimos seis meses.</p>}
      {activity.data && activity.data.length > 0 && (
        <ul className={classes.list} aria-label="Atividade recente">
          {activity.data.map((entry) => (
            <ActivityItem key={`${entry.at} ${entry.kind}`} entry={entry} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}

function ActivityItem({ entry: { at, kind, ip, times } }: { entry: Activity }) {
  const Icon = ICONS[kind] ?? IconShieldX
  return (
    <li className={classes.session}>
      <Icon size={24} aria-hidden />
      <div className={classes.words}>
        <strong>
          {isSecurityEvent(kind) ? SECURITY_EVENTS[kind] : kind}
          {times > 1 && ` · ${times} vezes`}
        </strong>
        <span>
          {momentWords(at)}
          {ip && ` · IP ${ip}`}
        </span>
      </div>
    </li>
  )
}
