import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useController } from 'react-hook-form'
import { OpenedOwnerContext } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { ownersQuery } from '../queries.ts'

const REST_MS = 300

/** The organizer of a new event. Shown to Admin and Empresa only. */
export function OwnerField() {
  const { field, fieldState } = useController<EventForm, 'organizer_id'>({ name: 'organizer_id' })
  const [search, setSearch] = useState('')
  const [rested] = useDebouncedValue(search, REST_MS)
  const isAsked = field.value !== null
  const { data: found, isPending } = useQuery({ ...ownersQuery(rested), enabled: isAsked })
  const [chosen, setChosen] = useState(useContext(OpenedOwnerContext))
  if (!isAsked) return null

  const owners = found ?? []
  const shown = chosen && !owners.some(({ id }) => id === chosen.id) ? [chosen, ...owners] : owners
  return (
    <Select
      ref={field.ref}
      name={field.name}
      label={LABELS.event.organizer_id}
      description="A quem o evento pertence"
      required
      searchable
      data={shown.map(({ id, fantasy_name }) => ({ value: String(id), label: fantasy_name }))}
      // The server has filtered the options, ignoring accents.
      filter={({ options }) => options}
      value={field.value || null}
      onChange={(value) => {
        field.onChange(value ?? '')
        setChosen(owners.find(({ id }) => String(id) === value) ?? null)
      }}
      onBlur={field.onBlur}
      onSearchChange={setSearch}
      placeholder="Nome do organizador"
      nothingFoundMessage={isPending ? 'Carregando...' : 'Sem opções'}
      error={fieldState.error?.message}
    />
  )
}
