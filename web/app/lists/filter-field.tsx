import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { DateInput } from '#web/ui/date-input.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './filter-field.module.css'
import { type Filter, type FilterTable, MAX_FILTER_LENGTH } from './filters.ts'

export interface FilteredList<Context> {
  table: FilterTable<Context>
  filters: Readonly<Record<string, string>>
  change(values: Record<string, string>): void
}

interface FilterFieldsProps<Context> {
  list: FilteredList<Context>
  context: Context
  /** For toolbars: the fields have no visible labels. */
  compact?: boolean
}

/** The fields of all filters of a list. Each one applies its value immediately. */
export function FilterFields<Context>({ list, context, compact = false }: FilterFieldsProps<Context>) {
  return Object.entries(list.table).map(([name, filter]) => (
    <FilterField
      key={name}
      filter={filter}
      values={list.filters}
      context={context}
      compact={compact}
      field={{ value: list.filters[name] ?? '', onChange: (value) => list.change({ [name]: value }) }}
    />
  ))
}

type Field =
  | { value: string; onChange: (value: string) => void }
  | { name: string; defaultValue: string; error?: string | undefined }

interface FilterFieldProps<Context> {
  filter: Filter<string, Context>
  values: Readonly<Record<string, string>>
  context: Context
  compact?: boolean
  className?: string | undefined
  field: Field
}

export function FilterField<Context>({
  filter,
  values,
  context,
  compact = false,
  className,
  field,
}: FilterFieldProps<Context>) {
  const { label, placeholder, none = '', min, max, aim } = filter
  const value = 'value' in field ? field.value : field.defaultValue
  const labels = compact ? { 'aria-label': label } : { label }
  switch (filter.field) {
    case 'hidden':
      return null
    case 'choice': {
      const choices = filter.choices(context, values)
      return (
        <NativeSelect
          {...labels}
          {...onText(field)}
          className={className ?? (compact ? classes.choice : undefined)}
          data={[
            { value: '', label: none },
            ...choices.map(([one, words]) => ({ value: one, label: words })),
            // The selected option stays visible while its list is loading.
            ...(value && !choices.some(([one]) => one === value) ? [{ value, label: '…' }] : []),
          ]}
        />
      )
    }
    case 'day':
      return (
        <DateInput
          {...labels}
          {...field}
          aim={aim}
          className={className}
          min={(min && values[min]) || undefined}
          max={(max && values[max]) || undefined}
        />
      )
    default: {
      const input = {
        ...labels,
        ...(filter.field === 'search' && {
          type: 'search',
          enterKeyHint: 'search' as const,
          leftSection: <IconSearch size={20} aria-hidden />,
        }),
        ...(filter.field === 'number' && { inputMode: 'numeric' as const }),
        className: className ?? (compact ? classes.typed : undefined),
        placeholder: compact ? label : placeholder,
        autoComplete: 'off',
        maxLength: filter.maxLength ?? (filter.field === 'number' ? 15 : MAX_FILTER_LENGTH),
      }
      if ('name' in field) return <TextInput {...input} {...field} />
      return <TypedInput input={input} isNumber={filter.field === 'number'} {...field} />
    }
  }
}

const onText = (field: Field) =>
  'value' in field
    ? {
        value: field.value,
        onChange: (event: { currentTarget: { value: string } }) => field.onChange(event.currentTarget.value),
      }
    : field

interface TypedInputProps {
  input: TextInputProps
  isNumber: boolean
  value: string
  onChange: (value: string) => void
}

function TypedInput({ input, isNumber, value, onChange }: TypedInputProps) {
  const [text, setText] = useState(value)
  const report = useDebounced(onChange)
  return (
    <TextInput
      {...input}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const next = isNumber ? typed.replace(/\D/g, '').replace(/^0+/, '') : typed
        setText(next)
        report.call(next)
      }}
    />
  )
}
