import { Button, NativeSelect } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { listParticipants } from '#contract/participants.ts'
import type { Success } from '#contract/route.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import {
  FILTERS,
  type FilterName,
  PAYMENT_FILTER,
  type ParticipantFilters,
  REGISTRATION_FILTER,
} from './filters.ts'
import classes from './participants.module.css'

export type ListedEvent = Success<typeof listParticipants>['event']

interface ParticipantFiltersProps {
  filters: ParticipantFilters
  /** Undefined while loading. */
  event: ListedEvent | undefined
  onSearch: (text: string) => void
  onChange: (values: Partial<Record<FilterName, string>>) => void
}

/** The search and all filters. Each takes effect at once and is kept in the URL. */
export function ParticipantFiltersForm({ filters, event, onSearch, onChange }: ParticipantFiltersProps) {
  const [open, setOpen] = useState(FILTERS.some((name) => filters[name]))
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value })
  const modalities = event?.modalities ?? []
  const categories = modalities
    .filter(({ modality_id }) => !filters.modality_id || String(modality_id) === filters.modality_id)
    .flatMap(({ modality_name, categories: own }) =>
      own.map(
        ({ category_id, category_name }) => [String(category_id), category_name, modality_name] as const,
      ),
    )
  return (
    <search className={classes.filters} aria-label="Filtrar participantes">
      <div className={classes.searchLine}>
        <SearchField value={filters.search ?? ''} onSearch={onSearch} placeholder="Nome, e-mail ou CPF" />
        <Button
          className={classes.toggle}
          variant="default"
          aria-expanded={open}
          aria-controls="participant-filters"
          leftSection={<IconFilter size={20} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Filtros
        </Button>
        {Object.values(filters).some(Boolean) && (
          <LinkButton to={{ search: '' }} variant="default" icon={IconFilterOff}>
            Limpar filtros
          </LinkButton>
        )}
      </div>
      <div id="participant-filters" className={classes.fields} data-open={open || undefined}>
        <Choice
          label="Modalidade"
          value={filters.modality_id}
          options={modalities.map(({ modality_id, modality_name }) => [String(modality_id), modality_name])}
          // A category belongs to its modality, so another modality clears it.
          onChange={(value) => onChange({ modality_id: value, category_id: '' })}
        />
        <Choice
          label="Categoria"
          value={filters.category_id}
          options={categories.map(([id, name, modality]) => [
            id,
            filters.modality_id ? name : `${name} · ${modality}`,
          ])}
          onChange={set('category_id')}
        />
        <Choice
          label="Produto"
          value={filters.product_id}
          options={(event?.products ?? []).map(({ id, name }) => [String(id), name])}
          onChange={set('product_id')}
        />
        <Choice
          label="Status da inscrição"
          value={filters.registration_status}
          options={REGISTRATION_FILTER}
          onChange={set('registration_status')}
        />
        <Choice
          label="Status do pagamento"
          value={filters.payment_status}
          options={PAYMENT_FILTER}
          onChange={set('payment_status')}
        />
        <DateInput
          label="Pago a partir de"
          value={filters.payment_date_start ?? ''}
          onChange={set('payment_date_start')}
        />
        <DateInput
          label="Pago até"
          value={filters.payment_date_end ?? ''}
          onChange={set('payment_date_end')}
        />
      </div>
    </search>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Tudo' },
        ...options.map(([one, words]) => ({ value: one, label: words })),
        // The chosen option stays visible while its list is loading.
        ...(value && !options.some(([one]) => one === value) ? [{ value, label: '…' }] : []),
      ]}
    />
  )
}
