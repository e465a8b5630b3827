import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { State } from '#contract/city.ts'
import { useCities } from '../city/use-cities.ts'
import classes from './filter-form.module.css'
import { type FilterName, type Filters, STATUS_WORDS } from './filters.ts'

interface FilterFieldsProps {
  draft: Filters
  states: readonly State[]
  change: (name: FilterName, value: string) => void
}

/** All filters except the title. Field names equal the URL's parameters, so that the form works without JavaScript. */
export function FilterFields({ draft, states, change }: FilterFieldsProps) {
  return (
    <>
      <DateField
        name="date_event_start"
        label="Data inicial"
        value={draft.date_event_start}
        max={draft.date_event_end}
        change={change}
      />
      <DateField
        name="date_event_end"
        label="Data final"
        value={draft.date_event_end}
        min={draft.date_event_start}
        change={change}
      />
      <NativeSelect
        name="state"
        label="Estado"
        value={draft.state}
        onChange={(event) => change('state', event.currentTarget.value)}
      >
        <option value="">Nenhum</option>
        {states.map((state) => (
          <option key={state.abbreviation} value={state.abbreviation}>
            {state.name}
          </option>
        ))}
      </NativeSelect>
      <CityField draft={draft} change={change} />
      <NativeSelect
        name="status"
        label="Inscrições"
        value={draft.status}
        onChange={(event) => change('status', event.currentTarget.value)}
      >
        <option value="">Nenhum</option>
        <option value="1">{STATUS_WORDS[1]}</option>
        <option value="0">{STATUS_WORDS[0]}</option>
      </NativeSelect>
    </>
  )
}

interface DateFieldProps {
  name: 'date_event_start' | 'date_event_end'
  label: string
  value: string
  min?: string
  max?: string
  change: FilterFieldsProps['change']
}

const OLDEST = '2000-01-01'

/** Uncontrolled: React would reset the field while a year is being typed. */
function DateField({ name, label, value, min, max, change }: DateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return (
    <TextInput
      ref={field}
      type="date"
      autoComplete="off"
      name={name}
      label={label}
      defaultValue={value}
      min={min || OLDEST}
      max={max || undefined}
      onChange={(event) => {
        const { value: typed, validity } = event.currentTarget
        if (typed >= OLDEST || (typed === '' && !validity.badInput)) change(name, typed)
      }}
    />
  )
}

function CityField({ draft, change }: Omit<FilterFieldsProps, 'states'>) {
  const cities = useCities(draft.state)
  const listed = cities ?? []
  // The chosen option is shown while its list is loading, and when the list could not be loaded.
  const options =
    draft.city && !listed.some((city) => city.nome === draft.city)
      ? [{ id: 0, nome: draft.city }, ...listed]
      : listed
  return (
    <>
      <NativeSelect
        name="city"
        label="Cidade"
        className={classes.scripted}
        disabled={!draft.state || cities === null}
        value={draft.city}
        onChange={(event) => change('city', event.currentTarget.value)}
      >
        <option value="">{cities ? 'Nenhuma' : 'Carregando…'}</option>
        {options.map((city) => (
          <option key={city.id} value={city.nome}>
            {city.nome}
          </option>
        ))}
      </NativeSelect>
      <noscript>
        <TextInput name="city" label="Cidade" defaultValue={draft.city} />
      </noscript>
    </>
  )
}
