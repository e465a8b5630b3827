import {
  ActionIcon,
  Combobox,
  type ComboboxItem,
  Loader,
  NativeSelect,
  type NativeSelectProps,
  type OptionsFilter,
  Select,
  TextInput,
} from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import { plain } from '../../ui/plain.ts'
import { useCities } from './use-cities.ts'
import { useStates } from './use-states.ts'

/** A select of the 27 states by abbreviation; empty until one is chosen. */
export function StateSelect({ label = 'Estado', ...props }: Omit<NativeSelectProps, 'data' | 'children'>) {
  const states = useStates()
  return (
    <NativeSelect label={label} autoComplete="address-level1" {...props}>
      <option value="">Escolha o estado</option>
      {states.map(({ abbreviation, name }) => (
        <option key={abbreviation} value={abbreviation}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

interface CitySelectProps {
  /** Abbreviation of the state; without one the field is disabled. */
  state: string
  value: string
  onChange: (city: string) => void
  onBlur?: () => void
  name?: string
  label?: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  withAsterisk?: boolean
  ref?: Ref<HTMLInputElement>
}

const SHOWN = 60

/** Ignores accents and case; names that begin with the typed text come first. */
const byName: OptionsFilter = ({ options, search, limit }) => {
  const wanted = plain(search.trim())
  const found = (options as ComboboxItem[]).filter(({ label }) => plain(label).includes(wanted))
  const begins = ({ label }: ComboboxItem) => Number(plain(label).startsWith(wanted))
  return found.sort((a, b) => begins(b) - begins(a)).slice(0, limit)
}

/** A city of a state. If the list cannot be loaded, the name can be typed. */
export function CitySelect({
  state,
  value,
  onChange,
  label = 'Cidade',
  disabled,
  ...props
}: CitySelectProps) {
  const cities = useCities(state)
  const [open, setOpen] = useState(false)
  if (state && cities?.length === 0) {
    return (
      <TextInput
        {...props}
        label={label}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const names = cities?.map(({ nome }) => nome) ?? []
  return (
    <Select
      {...props}
      label={label}
      searchable
      // The chosen city is shown while the list loads.
      data={value && !names.includes(value) ? [value, ...names] : names}
      value={value || null}
      onChange={(city) => onChange(city ?? '')}
      disabled={disabled || !state}
      placeholder={state ? 'Escolha a cidade' : 'Escolha um estado'}
      dropdownOpened={open}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      rightSectionPointerEvents="all"
      rightSection={
        !cities ? (
          <Loader size={18} />
        ) : disabled || !state ? (
          <Combobox.Chevron />
        ) : (
          <OpenButton open={open} onClick={() => setOpen(!open)} />
        )
      }
      nothingFoundMessage={cities ? 'Sem opções' : 'Carregando...'}
      filter={byName}
      limit={SHOWN}
    />
  )
}

interface OpenButtonProps {
  open: boolean
  onClick: () => void
}

/** For pointer users only: the keyboard opens the list from the field. */
function OpenButton({ open, onClick }: OpenButtonProps) {
  return (
    <ActionIcon
      color="gray"
      tabIndex={-1}
      aria-label={open ? 'Fechar' : 'Abrir'}
      // Keeps the focus in the field, because losing it would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Combobox.Chevron />
    </ActionIcon>
  )
}
