import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { PersonRegistration } from '#contract/backoffice/accounts.ts'
import { REGISTRATION_STATUSES } from '#contract/payment/payment-status.ts'
import { pathTo, REGISTRATION_PATH } from '#web/paths.ts'
import cells from '#web/ui/cells.module.css'
import { StatusChip } from '#web/ui/status-chip.tsx'
import classes from './backoffice.module.css'

interface PersonRegistrationsProps {
  registrations: readonly PersonRegistration[]
  /** The person's name. A registration under another name shows that name. */
  name: string
}

export function PersonRegistrations({ registrations, name }: PersonRegistrationsProps) {
  if (registrations.length === 0) return <Text c="dimmed">Nenhuma inscrição.</Text>
  return (
    <ul className={classes.records}>
      {registrations.map((registration) => {
        const status = REGISTRATION_STATUSES[registration.status_code]
        return (
          <li key={registration.id}>
            <span className={cells.lines}>
              <Link to={pathTo(REGISTRATION_PATH, registration.id)} className={cells.name}>
                {registration.event.title}
              </Link>
              <span className={`${cells.minor} numbers`}>
                {[
                  registration.event.date_event,
                  registration.category,
                  registration.name !== name && registration.name,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {status && <StatusChip tone={status.color}>{status.label}</StatusChip>}
          </li>
        )
      })}
    </ul>
  )
}
