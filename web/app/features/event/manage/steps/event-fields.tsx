import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { EventOwner } from '#contract/organizer-event.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { CitySelect, StateSelect } from '../../../city/city-select.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { ownersQuery } from '../queries.ts'

const REST_MS = 300

/** The organizer of a new event, for Admin and Empresa; nothing for everybody else. */
export function OwnerField() {
  const { field, fieldState } = useController<EventForm, 'organizer_id'>({ name: 'organizer_id' })
  const [search, setSearch] = useState('')
  const [rested] = useDebouncedValue(search, REST_MS)
  const isAsked = field.value !== null
  const { data: found, isPending } = useQuery({ ...ownersQuery(rested), enabled: isAsked })
  const [chosen, setChosen] = useState<EventOwner | null>(null)
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
      // The server filters, ignoring accents.
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

export function CityFields() {
  const { control, setValue, clearErrors } = useFormContext<EventForm>()
  const state = useController({ control, name: 'state' })
  const city = useController({ control, name: 'city' })
  const chosen = useWatch({ control, name: 'state' })
  return (
    <>
      <FieldRow columns="1fr 1fr">
        <StateSelect
          {...state.field}
          onChange={(event) => {
            state.field.onChange(event)
            // A city belongs to its state.
            setValue('city', '', { shouldDirty: true })
            clearErrors('city')
          }}
          error={state.fieldState.error?.message}
          autoComplete="off"
          required
        />
        <CitySelect {...city.field} state={chosen} error={city.fieldState.error?.message} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name="country" label={LABELS.event.country} />
      </FieldRow>
    </>
  )
}
