import { Button, NativeSelect, Popover } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { DateInput } from '../../../ui/date-input.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import {
  choicesOf,
  FILTERS,
  type FilterName,
  filterWords,
  type ListedEvent,
  PAYMENT_FILTER,
  type ParticipantFilters,
  REGISTRATION_FILTER,
} from './filters.ts'
import classes from './participants.module.css'

interface ParticipantFiltersProps {
  filters: ParticipantFilters
  /** Undefined while loading. */
  event: ListedEvent | undefined
  onSearch: (text: string) => void
  onChange: (values: Partial<Record<FilterName, string>>) => void
  /** At the end of the bar. */
  children?: ReactNode
}

/** The search and all filters in one line; those in use follow as chips that are removed by a press. Kept in the URL. */
export function FilterBar({ filters, event, onSearch, onChange, children }: ParticipantFiltersProps) {
  const used = FILTERS.filter((name) => filters[name])
  return (
    <search className={classes.bar} aria-label="Filtrar participantes">
      <SearchField
        value={filters.search ?? ''}
        onSearch={onSearch}
        placeholder="Nome, e-mail, CPF, telefone ou número"
      />
      <FilterPopover>
        <FilterFields filters={filters} event={event} onChange={onChange} />
      </FilterPopover>
      {children}
      {(used.length > 0 || filters.search) && (
        <ul className={classes.chips} aria-label="Filtros em uso">
          {used.map((name) => {
            const words = filterWords(name, filters[name] ?? '', event)
            return (
              <li key={name}>
                <button
                  type="button"
                  className={classes.chip}
                  aria-label={`Remover o filtro ${words}`}
                  onClick={() =>
                    onChange(name === 'modality_id' ? { modality_id: '', category_id: '' } : { [name]: '' })
                  }
                >
                  {words}
                  <IconX size={16} aria-hidden />
                </button>
              </li>
            )
          })}
          <li>
            <LinkButton to={{ search: '' }} variant="subtle" size="compact-sm">
              Limpar filtros
            </LinkButton>
          </li>
        </ul>
      )}
    </search>
  )
}

/** Closed by Escape, its button, or a press outside, unless that is in the calendar of one of its fields. */
function FilterPopover({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const whole = useClickOutside((event) => {
    if (!(event.target instanceof Element && event.target.closest('[role=dialog]'))) setOpen(false)
  })
  return (
    <div ref={whole}>
      <Popover
        opened={open}
        onChange={setOpen}
        closeOnClickOutside={false}
        width="min(36rem, calc(100vw - 2rem))"
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Popover.Target>
          <Button
            variant="default"
            aria-haspopup="dialog"
            leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            Filtros
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.popover} aria-label="Filtros">
          {children}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function FilterFields({
  filters,
  event,
  onChange,
}: Pick<ParticipantFiltersProps, 'filters' | 'event' | 'onChange'>) {
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value })
  const { modality_id: modalities, product_id: products } = choicesOf(event)
  const categories = (event?.modalities ?? [])
    .filter(({ modality_id }) => !filters.modality_id || String(modality_id) === filters.modality_id)
    .flatMap(({ modality_name, categories: own }) =>
      own.map(
        ({ category_id, category_name }) => [String(category_id), category_name, modality_name] as const,
      ),
    )
  return (
    <div className={classes.fields}>
      <Choice
        label="Modalidade"
        value={filters.modality_id}
        options={modalities}
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
      <Choice label="Produto" value={filters.product_id} options={products} onChange={set('product_id')} />
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
      <DateInput label="Pago até" value={filters.payment_date_end ?? ''} onChange={set('payment_date_end')} />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly string[])[]
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
        ...options.map(([one = '', words = '']) => ({ value: one, label: words })),
        // The chosen option stays visible while its list is loading.
        ...(value && !options.some(([one]) => one === value) ? [{ value, label: '…' }] : []),
      ]}
    />
  )
}
