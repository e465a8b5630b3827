import { Alert, Anchor, Group, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { cancelEvent, type EventCancellation } from '#contract/event-cancellation.ts'
import { formatDecimal, toCents } from '#contract/money.ts'
import type { OrganizerEvent } from '#contract/organizer-event.ts'
import { plural } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { EVENT_REFUNDS_PATH, pathTo } from '../../../paths.ts'
import { useSession } from '../../../session.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useMay } from '../../../use-may.ts'
import { FormDialog } from '../../payout/form-dialog.tsx'
import { momentWords } from '../../registration/moment.ts'
import { CreditFields, NameNewDate } from './new-date.tsx'
import { cancellationQuery, EVENTS_KEY } from './queries.ts'

export const CANCELLED = 3

/** A realizador opens and closes events; calling one off is the organizer's decision. */
export function useMayCancel(): boolean {
  const may = useMay('change-event-status')
  return useSession()?.user.organizer?.type !== 1 && may
}

/** Calls an event off, after saying whom it concerns and what goes back. */
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
    <FormDialog
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
            <CreditFields
              eventId={event.id}
              until={until}
              newEventId={newEventId}
              errorOf={errorOf}
              onUntil={setUntil}
              onNewEvent={setNewEventId}
            />
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
    </FormDialog>
  )
}

function WhomItConcerns({ cancellation: { registrations, paid } }: { cancellation: EventCancellation }) {
  return (
    <div>
      <Text inherit>
        {registrations === 0 ? (
          'Ninguém está inscrito.'
        ) : (
          <>
            <strong>{people(registrations)}</strong>{' '}
            {registrations === 1 ? 'será cancelada' : 'serão canceladas'}
            {isSome(paid.amount) ? (
              <>
                , e <strong>{formatDecimal(paid.amount)}</strong> de {people(paid.registrations)} com
                pagamento volta a quem pagou, com a taxa de serviço.
              </>
            ) : (
              '. Nada foi pago.'
            )}
          </>
        )}
      </Text>
      <Text inherit mt="xs">
        As vendas terminam na mesma hora, a página mostra o evento como cancelado e cada comprador recebe um
        e-mail com o motivo. Isso não pode ser desfeito. A correção monetária do que foi pago há mais tempo
        (CDC, art. 35) não passa pelo meio de pagamento: acerte-a com quem pedir.
      </Text>
    </div>
  )
}

/** Where the cancelling of an event is, and what runners have decided. */
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

const isSome = (amount: string): boolean => (toCents(amount) ?? 0) > 0
const people = (registrations: number): string => plural(registrations, 'inscrição', 'inscrições')
const days = (count: number): string => plural(count, 'dia', 'dias')
