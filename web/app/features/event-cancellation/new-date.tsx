import { NativeSelect } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { nameNewDate } from '#contract/event-cancellation/event-cancellation.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { EVENTS_KEY, eventsQuery } from '#web/features/event/organizer-events.ts'

export const today = (): IsoDate => dayIn('America/Sao_Paulo', new Date())

interface NewEventFieldProps {
  eventId: number
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

export function NewEventField({ eventId, value, error, onChange }: NewEventFieldProps) {
  const { data } = useQuery(eventsQuery({ title: '', date_event_start: today(), date_event_end: '' }, 1))
  const others = (data?.data ?? []).filter(({ id, status }) => id !== eventId && status <= EVENT_STATUS.open)
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

/** Sets the event on the new date after the cancellation. Runners with a credit get an e-mail. */
export function NameNewDate({ eventId, named }: { eventId: number; named: boolean }) {
  const [newEventId, setNewEventId] = useState('')
  return (
    <FormDialogButton
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
    </FormDialogButton>
  )
}
