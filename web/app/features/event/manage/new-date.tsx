import { NativeSelect } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayIn, type IsoDate } from '#contract/dates.ts'
import { MAX_CREDIT_DAYS, nameNewDate } from '#contract/event-cancellation.ts'
import { api } from '../../../api.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { FormDialog } from '../../payout/form-dialog.tsx'
import { EVENTS_KEY, eventsQuery } from './queries.ts'

const today = (): IsoDate => dayIn('America/Sao_Paulo', new Date())

interface NewEventFieldProps {
  /** The cancelled event. */
  eventId: number
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** The organizer's other races to come, of which one is the new date. */
function NewEventField({ eventId, value, error, onChange }: NewEventFieldProps) {
  const { data } = useQuery(eventsQuery({ title: '', date_event_start: today(), date_event_end: '' }, 1))
  const others = (data?.data ?? []).filter(({ id, status }) => id !== eventId && status <= 1)
  return (
    <NativeSelect
      label="Nova data"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Indicar depois' },
        ...others.map(({ id, title, date_event: date }) => ({
          value: String(id),
          label: `${title}, ${date}`,
        })),
      ]}
    />
  )
}

interface CreditFieldsProps {
  eventId: number
  until: string
  newEventId: string
  errorOf: (field: string) => string | undefined
  onUntil: (day: string) => void
  onNewEvent: (id: string) => void
}

/** Until when what was paid may be used for the new date, and which event that is. */
export function CreditFields({
  eventId,
  until,
  newEventId,
  errorOf,
  onUntil,
  onNewEvent,
}: CreditFieldsProps) {
  return (
    <>
      <DateInput
        label="O crédito vale até"
        required
        value={until}
        min={addDays(today(), 1)}
        max={addDays(today(), MAX_CREDIT_DAYS)}
        error={errorOf('credit_until')}
        onChange={onUntil}
        onUnfinished={onUntil}
      />
      <NewEventField
        eventId={eventId}
        value={newEventId}
        error={errorOf('new_event_id')}
        onChange={onNewEvent}
      />
    </>
  )
}

/** Names the new date of a cancelled event; whoever has a credit gets an e-mail. */
export function NameNewDate({ eventId, named }: { eventId: number; named: boolean }) {
  const [newEventId, setNewEventId] = useState('')
  return (
    <FormDialog
      icon={IconCalendarRepeat}
      label={named ? 'Mudar a nova data' : 'Indicar a nova data'}
      title="Indicar a nova data"
      fields={['new_event_id']}
      submit="Indicar"
      changes={EVENTS_KEY}
      action={() => api(nameNewDate, { params: { id: eventId }, body: { new_event_id: newEventId } })}
    >
      {(errorOf) => (
        <NewEventField
          eventId={eventId}
          value={newEventId}
          error={errorOf('new_event_id')}
          onChange={setNewEventId}
        />
      )}
    </FormDialog>
  )
}
