import { Skeleton } from '@mantine/core'
import { IconKey, IconLogin2, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isSecurityEvent, SECURITY_EVENTS } from '#contract/security-events.ts'
import type { Activity } from '#contract/session.ts'
import { listFailure } from '../../../query-failure.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { momentWords } from '../../registration/moment.ts'
import { activityQuery } from '../queries.ts'
import classes from './session-list.module.css'

/** Icons of log-ins that succeeded or passed the password; every other entry is a refusal. */
const ICONS: Readonly<Record<string, typeof IconKey>> = {
  'login.succeeded': IconLogin2,
  'recovery_code.used': IconLogin2,
  'login.challenged': IconKey,
}

/** The latest log-ins to the own account and failed attempts. */
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
