import type { City, State } from '#contract/city.ts'
import type { IsoDate } from '#contract/dates.ts'
import { CalendarButton } from '../../ui/calendar-button.tsx'
import { SimpleInput, SimpleSelect } from '../../ui/simple-field.tsx'
import { type TypedDay, useTypedDay } from '../../ui/use-typed-day.ts'
import { useCities } from '../city/use-cities.ts'
import classes from './filter-form.module.css'
import { type FilterName, type Filters, isBackwards, STATUS_WORDS } from './filters.ts'

interface FilterFieldsProps {
  draft: Filters
  states: readonly State[]
  raceCities: readonly City[]
  change: (name: FilterName, value: string) => void
}

/** All filters except the title. Field names equal the URL's parameters, so that the form works without JavaScript. */
export function FilterFields({ draft, states, raceCities, change }: FilterFieldsProps) {
  return (
    <>
      <DayInput
        name="date_event_start"
        label="Data inicial"
        value={draft.date_event_start}
        max={draft.date_event_end || undefined}
        onChange={(day) => change('date_event_start', day)}
      />
      <DayInput
        name="date_event_end"
        label="Data final"
        value={draft.date_event_end}
        min={draft.date_event_start || undefined}
        problem={isBackwards(draft) && 'A data final vem antes da inicial'}
        onChange={(day) => change('date_event_end', day)}
      />
      <SimpleSelect
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
      </SimpleSelect>
      <CityField draft={draft} raceCities={raceCities} change={change} />
      <SimpleSelect
        name="status"
        label="Inscrições"
        value={draft.status}
        onChange={(event) => change('status', event.currentTarget.value)}
      >
        <option value="">Nenhum</option>
        <option value="1">{STATUS_WORDS[1]}</option>
        <option value="0">{STATUS_WORDS[0]}</option>
      </SimpleSelect>
    </>
  )
}

interface DayInputProps extends TypedDay {
  problem?: string | false
  name: FilterName
  label: string
  min?: IsoDate
  max?: IsoDate
}

function DayInput({ name, label, min, max, problem, ...typed }: DayInputProps) {
  const { day, choose, error, field } = useTypedDay(typed)
  return (
    <SimpleInput
      {...field}
      name={name}
      label={label}
      error={error || problem}
      end={<CalendarButton day={day} min={min} max={max} onChoose={choose} />}
    />
  )
}

/** The cities with races to come stand before the others of the state. */
function CityField({ draft, raceCities, change }: Omit<FilterFieldsProps, 'states'>) {
  const cities = useCities(draft.state)
  const withRaces = new Set(raceCities.map(({ id }) => id))
  const all = cities ?? []
  const first = all.filter(({ id }) => withRaces.has(id))
  const others = all.filter(({ id }) => !withRaces.has(id))
  return (
    <>
      <SimpleSelect
        name="city"
        label="Cidade"
        className={classes.scripted}
        disabled={!draft.state || cities === null}
        value={draft.city}
        onChange={(event) => change('city', event.currentTarget.value)}
      >
        <option value="">{cities ? 'Nenhuma' : 'Carregando…'}</option>
        {/* Shown while its list is loading, and when the list could not be loaded. */}
        {draft.city && !all.some(({ nome }) => nome === draft.city) && (
          <option value={draft.city}>{draft.city}</option>
        )}
        {first.length > 0 ? (
          <>
            <optgroup label="Com corridas">{first.map(cityOption)}</optgroup>
            <optgroup label="Outras cidades">{others.map(cityOption)}</optgroup>
          </>
        ) : (
          others.map(cityOption)
        )}
      </SimpleSelect>
      <noscript>
        <SimpleInput name="city" label="Cidade" defaultValue={draft.city} />
      </noscript>
    </>
  )
}

const cityOption = ({ id, nome }: City) => (
  <option key={id} value={nome}>
    {nome}
  </option>
)
