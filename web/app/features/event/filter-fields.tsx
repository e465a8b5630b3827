import { NativeSelect, TextInput } from '@mantine/core'
import type { State } from '#contract/city.ts'
import { DateInput } from '../../ui/date-input.tsx'
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
      <DateInput
        name="date_event_start"
        label="Data inicial"
        value={draft.date_event_start}
        max={draft.date_event_end || undefined}
        onChange={(day) => change('date_event_start', day)}
      />
      <DateInput
        name="date_event_end"
        label="Data final"
        value={draft.date_event_end}
        min={draft.date_event_start || undefined}
        onChange={(day) => change('date_event_end', day)}
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
