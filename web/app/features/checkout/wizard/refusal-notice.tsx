import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { startQuery } from '../queries.ts'
import { STEPS } from './draft.ts'
import type { RefusalActions } from './refusal-actions.ts'
import classes from './refusal-notice.module.css'

interface RefusalNoticeProps {
  refusal: RefusalActions
  eventId: number
  onGo: (step: number) => void
  /** Undefined: no discount by right was refused. */
  onWithoutRights: (() => void) | undefined
}

export function RefusalNotice({ refusal, eventId, onGo, onWithoutRights }: RefusalNoticeProps) {
  const { message, details, steps, isOwn, newTotalCents } = refusal
  const Icon = newTotalCents === null ? IconAlertTriangle : IconTag
  const { data: start } = useQuery({ ...startQuery(eventId), enabled: isOwn })
  const own = isOwn ? start?.registration : null
  return (
    <Alert
      color={newTotalCents === null ? 'red' : 'yellow'}
      title={message}
      icon={<Icon size={20} aria-hidden />}
      tabIndex={-1}
      data-invalid
    >
      {details.map((detail) => (
        <p key={detail} className={classes.detail}>
          {detail}
        </p>
      ))}
      {(steps.length > 0 || own || onWithoutRights) && (
        <div className={classes.ways}>
          {own && (
            <LinkButton to={pathTo(MY_REGISTRATION_PATH, own.id)} variant="default">
              Ver minha inscrição
            </LinkButton>
          )}
          {onWithoutRights && (
            <Button variant="default" onClick={onWithoutRights}>
              Continuar sem o desconto
            </Button>
          )}
          {steps.map((step) => (
            <Button key={step} variant="default" onClick={() => onGo(step)}>
              Ir para {STEPS[step]}
            </Button>
          ))}
        </div>
      )}
    </Alert>
  )
}
