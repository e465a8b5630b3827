import type { City, State } from '#contract/city/city.ts'
import { useCities } from '#web/features/city/use-cities.ts'
import type { Filter } from '#web/lists/filters.ts'
import { CalendarButton } from '#web/ui/calendar-button.tsx'
import { SimpleInput, SimpleSelect } from '#web/ui/simple-field.tsx'
import { useTypedDay } from '#web/ui/use-typed-day.ts'
import classes from './filter-form.module.css'
import { FILTERS, type FilterName, type Filters, isBackwards, NAMES } from './filters.ts'

interface FilterFieldsProps {
  draft: Filters
  states: readonly State[]
  raceCities: readonly City[]
  change: (name: FilterName, value: string) => void
}

export function FilterFields({ draft, states, raceCities, change }: FilterFieldsProps) {
  return NAMES.filter((name) => name !== 'title').map((name) => {
    if (name === 'city') return <CityField key={name} draft={draft} raceCities={raceCities} change={change} />
    const filter: Filter<string, readonly State[]> = FILTERS[name]
    if (filter.field === 'day')
      return <DayInput key={name} name={name} filter={filter} draft={draft} change={change} />
    return (
      <SimpleSelect
        key={name}
        name={name}
        label={filter.label}
        value={draft[name]}
        onChange={(event) => change(name, event.currentTarget.value)}
      >
        <option value="">{filter.none}</option>
        {filter.choices(states, draft).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SimpleSelect>
    )
  })
}

interface DayInputProps extends Pick<FilterFieldsProps, 'draft' | 'change'> {
  name: FilterName
  filter: Filter<string, readonly State[]>
}

function DayInput({ name, filter: { label, min, max }, draft, change }: DayInputProps) {
  const { day, choose, error, field } = useTypedDay({
    value: draft[name],
    onChange: (value) => change(name, value),
  })
  const problem = min && isBackwards(draft) && 'A data final vem antes da inicial'
  const bound = (of: string | undefined) => (of && draft[of as FilterName]) || undefined
  return (
    <SimpleInput
      {...field}
      name={name}
      label={label}
      error={error || problem}
      end={<CalendarButton day={day} min={bound(min)} max={bound(max)} onChoose={choose} />}
    />
  )
}

/** The city filter. Cities with upcoming races come before the other cities of the state. */
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
        label={FILTERS.city.label}
        className={classes.scripted}
        disabled={!draft.state || cities === null}
        value={draft.city}
        onChange={(event) => change('city', event.currentTarget.value)}
      >
        <option value="">{cities ? FILTERS.city.none : 'Carregando…'}</option>
        {/* The selected city, while the list of cities is loading or could not be loaded. */}
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
        <SimpleInput name="city" label={FILTERS.city.label} defaultValue={draft.city} />
      </noscript>
    </>
  )
}

const cityOption = ({ id, nome }: City) => (
  <option key={id} value={nome}>
    {nome}
  </option>
)
