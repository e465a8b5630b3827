import { Alert, Anchor, Group, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { addDays } from '#contract/dates.ts'
import { cancelEvent, MAX_CREDIT_DAYS } from '#contract/event-cancellation/event-cancellation.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { formatDecimal } from '#contract/money.ts'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { plural } from '#contract/words.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { EVENT_REFUNDS_PATH, pathTo } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useMay } from '#web/session/use-may.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { NameNewDate, NewEventField, today } from './new-date.tsx'
import { cancellationQuery } from './queries.ts'
import { isSome, people, WhomItConcerns } from './whom-it-concerns.tsx'

/** Whether the user may cancel events. A realizador may open and close an event but not cancel it. */
export function useMayCancel(): boolean {
  const may = useMay('change-event-status')
  return useSession()?.user.organizer?.type !== ORGANIZER_TYPE.producer && may
}

/** Cancels an event after showing how many people it affects and how much is refunded. */
export function CancelEvent({ event }: { event: OrganizerEvent }) {
  const email = useSession()?.user.email ?? ''
  const { data } = useQuery(cancellationQuery(event.id))
  const [reason, setReason] = useState('')
  const [donates, setDonates] = useState(false)
  const [donationTo, setDonationTo] = useState('')
  const [credits, setCredits] = useState(false)
  const [until, setUntil] = useState('')
  const [newEventId, setNewEventId] = useState('')
  const [password, setPassword] = useState('')
  return (
    <FormDialogButton
      icon={IconCalendarOff}
      label="Cancelar evento"
      variant="subtle"
      danger
      title={`Cancelar ${event.title}?`}
      fields={['reason', 'donation_to', 'credit_until', 'new_event_id', 'current_password']}
      submit="Cancelar o evento"
      changes={EVENTS_KEY}
      action={() =>
        api(cancelEvent, {
          params: { id: event.id },
          body: {
            reason,
            donation_to: donates ? donationTo : null,
            credit_until: credits ? until : null,
            new_event_id: credits && newEventId ? newEventId : null,
            current_password: password,
          },
        })
      }
    >
      {(errorOf) => (
        <>
          {data && <WhomItConcerns cancellation={data} />}
          <Textarea
            label="Motivo, que os participantes leem"
            required
            autosize
            minRows={3}
            maxLength={1000}
            value={reason}
            error={errorOf('reason')}
            onChange={(typed) => setReason(typed.currentTarget.value)}
          />
          <Switch
            label="Oferecer também um crédito para uma nova data"
            description={
              data &&
              `Cada participante tem ${days(data.choice_days)} para escolher ou guardar o crédito; sem resposta, recebe tudo de volta.`
            }
            checked={credits}
            onChange={(switched) => setCredits(switched.currentTarget.checked)}
          />
          {credits && (
            <>
              <DateInput
                label="O crédito vale até"
                required
                value={until}
                min={addDays(today(), 1)}
                max={addDays(today(), MAX_CREDIT_DAYS)}
                error={errorOf('credit_until')}
                onChange={setUntil}
                onUnfinished={setUntil}
              />
              <NewEventField
                eventId={event.id}
                value={newEventId}
                error={errorOf('new_event_id')}
                onChange={setNewEventId}
              />
            </>
          )}
          <Switch
            label="Oferecer também a doação do valor pago"
            description={
              data &&
              `Cada participante escolhe em até ${days(data.choice_days)}; sem resposta, recebe tudo de volta. O que for doado fica no seu extrato.`
            }
            checked={donates}
            onChange={(switched) => setDonates(switched.currentTarget.checked)}
          />
          {donates && (
            <TextInput
              label="Doação para"
              description="A instituição que vai receber o que for doado"
              maxLength={160}
              value={donationTo}
              error={errorOf('donation_to')}
              onChange={(typed) => setDonationTo(typed.currentTarget.value)}
            />
          )}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Sua senha atual"
            autoComplete="current-password"
            value={password}
            error={errorOf('current_password')}
            onChange={(typed) => setPassword(typed.currentTarget.value)}
          />
        </>
      )}
    </FormDialogButton>
  )
}

/** The progress of an event's cancellation, and the runners' choices so far. */
export function EventCancelled({ eventId }: { eventId: number }) {
  const { data } = useQuery(cancellationQuery(eventId))
  if (!data?.cancelled) return null
  const { at, reason, donation_to: donationTo, credit, waiting, donated } = data.cancelled
  return (
    <Alert
      color="red"
      icon={<IconCalendarOff aria-hidden />}
      title={`Evento cancelado em ${momentWords(at)}`}
      mb="1rem"
    >
      <Text inherit>{reason}</Text>
      {data.registrations > 0 && (
        <Text inherit mt="xs">
          {data.registrations === 1 ? 'Falta cancelar' : 'Faltam cancelar'} {people(data.registrations)}: isso
          acontece sozinho, em instantes.
        </Text>
      )}
      {(donationTo || credit) && isSome(waiting.amount) && (
        <Text inherit mt="xs">
          {formatDecimal(waiting.amount)} de {people(waiting.registrations)}{' '}
          {waiting.registrations === 1 ? 'espera' : 'esperam'} a escolha de quem pagou.
        </Text>
      )}
      {donationTo && (
        <Text inherit mt="xs">
          Doado a {donationTo}: {formatDecimal(donated.amount)}.
        </Text>
      )}
      {credit && (
        <Text inherit mt="xs">
          Crédito até {credit.until}
          {credit.event ? `, para ${credit.event.title}` : ', sem nova data ainda'}. Já usado:{' '}
          {formatDecimal(credit.used.amount)}.
        </Text>
      )}
      {credit && (
        <Group mt="xs">
          <NameNewDate eventId={eventId} named={credit.event !== null} />
        </Group>
      )}
      <Anchor
        inherit
        component={Link}
        to={pathTo(EVENT_REFUNDS_PATH, eventId)}
        mt="xs"
        display="inline-block"
      >
        Ver devoluções
      </Anchor>
    </Alert>
  )
}

const days = (count: number): string => plural(count, 'dia', 'dias')
