import {
  ActionIcon,
  Combobox,
  type ComboboxItem,
  Loader,
  NativeSelect,
  type NativeSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
  TextInput,
} from '@mantine/core'
import { type Ref, useState } from 'react'
import {
  type FieldPath,
  type FieldValues,
  type PathValue,
  useController,
  useFormContext,
} from 'react-hook-form'
import { plainText } from '#contract/words.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { useCities } from './use-cities.ts'
import { useStates } from './use-states.ts'

interface CityFieldsProps<Form extends FieldValues> {
  names: { state: FieldPath<Form>; city: FieldPath<Form> }
  autoComplete?: string
  withAsterisk?: boolean
  /** Empty fields mean everywhere. */
  optional?: boolean
}

export function CityFields<Form extends FieldValues>({
  names,
  autoComplete = 'address-level1',
  withAsterisk = false,
  optional = false,
}: CityFieldsProps<Form>) {
  const { control, setValue } = useFormContext<Form>()
  const state = useController({ control, name: names.state })
  const city = useController({ control, name: names.city })
  const required = { required: !optional, withAsterisk }
  return (
    <FieldRow columns="1fr 1fr">
      <StateSelect
        {...state.field}
        onChange={(event) => {
          state.field.onChange(event)
          // A city belongs to its state.
          setValue(names.city, '' as PathValue<Form, FieldPath<Form>>, { shouldDirty: true })
        }}
        autoComplete={autoComplete}
        empty={optional ? 'Qualquer estado' : 'Escolha o estado'}
        error={state.fieldState.error?.message}
        {...required}
      />
      <CitySelect
        {...city.field}
        state={state.field.value}
        empty={optional ? 'Qualquer cidade' : 'Escolha a cidade'}
        error={city.fieldState.error?.message}
        {...required}
      />
    </FieldRow>
  )
}

/** One of the 27 states, by abbreviation; empty means none. */
function StateSelect({ empty, ...props }: NativeSelectProps & { empty: string }) {
  return (
    <NativeSelect label="Estado" {...props}>
      <option value="">{empty}</option>
      {useStates().map(({ abbreviation, name }) => (
        <option key={abbreviation} value={abbreviation}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

interface CitySelectProps
  extends Pick<SelectProps, 'onBlur' | 'name' | 'error' | 'disabled' | 'required' | 'withAsterisk'> {
  /** Abbreviation of the state. The field is disabled without one. */
  state: string
  /** The placeholder. */
  empty: string
  value: string
  onChange: (city: string) => void
  ref?: Ref<HTMLInputElement>
}

const SHOWN = 60

/** Filters options, ignoring accents and case. Names that start with the typed text come first. */
const byName: OptionsFilter = ({ options, search, limit }) => {
  const wanted = plainText(search.trim())
  const found = (options as ComboboxItem[]).filter(({ label }) => plainText(label).includes(wanted))
  const begins = ({ label }: ComboboxItem) => Number(plainText(label).startsWith(wanted))
  return found.sort((a, b) => begins(b) - begins(a)).slice(0, limit)
}

/** If the list of cities cannot be loaded, the name can be typed. */
function CitySelect({ state, empty, value, onChange, disabled, ...props }: CitySelectProps) {
  const cities = useCities(state)
  const [open, setOpen] = useState(false)
  if (state && cities?.length === 0) {
    return (
      <TextInput
        {...props}
        label="Cidade"
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
      label="Cidade"
      searchable
      // The selected city is shown while the list loads.
      data={value && !names.includes(value) ? [value, ...names] : names}
      value={value || null}
      onChange={(city) => onChange(city ?? '')}
      disabled={disabled || !state}
      placeholder={state ? empty : 'Escolha um estado'}
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

/** Opens the list for pointer users; with the keyboard the field itself opens it. */
function OpenButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      color="gray"
      tabIndex={-1}
      aria-label={open ? 'Fechar' : 'Abrir'}
      // The field must not lose the focus, because that would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Combobox.Chevron />
    </ActionIcon>
  )
}
