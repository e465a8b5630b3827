import { Alert, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/account.ts'
import { dayIn } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { closedWords, isOpen } from '../event/registration-window.ts'
import { Wizard } from './wizard.tsx'

interface OpenWizardProps {
  event: PublicEvent
  profile: Profile
}

/** The wizard of an event that takes registrations. One that closes meanwhile says so and keeps what was typed. */
export function OpenWizard({ event, profile }: OpenWizardProps) {
  const today = dayIn(event.timezone, new Date())
  const open = isOpen(event, today)
  const [wasOpen] = useState(open)
  const words = closedWords(event, today)
  if (!wasOpen) {
    return (
      <>
        <h1>Inscrição para: {event.title}</h1>
        <EmptyState title="Inscrições encerradas" description={words} icon={<IconLock size={28} />}>
          <Button component={Link} to={`/events/${event.slug}`}>
            Ver o evento
          </Button>
          <Button component={Link} to="/" variant="default">
            Ver outras corridas
          </Button>
        </EmptyState>
      </>
    )
  }
  const notice = !open && (
    <Alert mb="lg" color="yellow" title="Inscrições encerradas" icon={<IconLock size={20} aria-hidden />}>
      {words}
    </Alert>
  )
  return <Wizard event={event} profile={profile} notice={notice} />
}
