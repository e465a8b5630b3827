import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { State } from '#contract/city.ts'
import { HOME_PATH } from '../../paths.ts'
import { preloadSheet, Sheet } from '../../ui/sheet.tsx'
import { useCities } from '../city/use-cities.ts'
import classes from './filter-form.module.css'
import { countFilters, type FilterName, type Filters, STATUS_WORDS, TITLE_LENGTH } from './filters.ts'
import type { useFilters } from './use-filters.ts'

interface FilterFormProps {
  filters: ReturnType<typeof useFilters>
  states: readonly State[]
}

/** The list's filters: all of them on a wide screen, the title and a drawer with the rest on a small one. */
export function FilterForm({ filters: { draft, change, adopt, submit }, states }: FilterFormProps) {
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const comeAlive = useEffectEvent(() => {
    if (form.current) adopt(form.current)
  })
  useEffect(() => comeAlive(), [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    submit()
  }
  const fields = <FilterFields draft={draft} states={states} change={change} />

  return (
    <search>
      <form ref={form} action="/" onSubmit={onSubmit} className={classes.form} aria-label="Filtrar eventos">
        <TextInput
          type="search"
          name="title"
          label="Nome da corrida"
          placeholder="Maratona, night run, 5 km…"
          maxLength={TITLE_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className={classes.title}
          leftSection={<IconSearch size={20} aria-hidden />}
          value={draft.title}
          onChange={(event) => change('title', event.currentTarget.value)}
        />
        <Button
          variant="default"
          className={classes.more}
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
          rightSection={<Count filters={draft} />}
          aria-haspopup="dialog"
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
          onClick={() => setOpen(true)}
        >
          Filtros avançados
        </Button>
        <div className={classes.fields}>{fields}</div>
        <div className={classes.buttons}>
          <Button type="submit">Buscar</Button>
          <ClearLink />
        </div>
      </form>
      <Sheet open={open} onClose={() => setOpen(false)} side="right" title="Filtros avançados">
        <form action="/" onSubmit={onSubmit} className={classes.drawer} aria-label="Filtros avançados">
          {fields}
          <div className={classes.drawerButtons}>
            <ClearLink onClick={() => setOpen(false)} />
            <Button type="submit">Buscar</Button>
          </div>
        </form>
      </Sheet>
    </search>
  )
}

function ClearLink({ onClick }: { onClick?: () => void }) {
  return (
    <Button component={Link} to={HOME_PATH} preventScrollReset variant="default" onClick={onClick}>
      Limpar
    </Button>
  )
}

/** How many filters the drawer holds. */
function Count({ filters }: { filters: Filters }) {
  const count = countFilters({ ...filters, title: '' })
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {count} em uso</span>
    </span>
  )
}

interface FilterFieldsProps {
  draft: Filters
  states: readonly State[]
  change: (name: FilterName, value: string) => void
}

/** Every filter but the title. Their names are those of the address, so that the form works without JavaScript too. */
function FilterFields({ draft, states, change }: FilterFieldsProps) {
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

/** Not controlled: React would take back each step of typing a year. */
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
  // The chosen one is shown while its list is on its way, and when the list could not be had.
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
