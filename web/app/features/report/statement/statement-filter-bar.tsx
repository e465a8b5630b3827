import { Button, NativeSelect, TextInput } from '@mantine/core'
import { dayIn } from '#contract/dates.ts'
import type { Statement } from '#contract/report/statement.ts'
import { periods, type StatementFilters } from './filters.ts'
import classes from './statement.module.css'

interface StatementFilterBarProps {
  filters: StatementFilters
  /** Undefined while loading. */
  choices: Statement['choices'] | undefined
  withOrganizers: boolean
  onChange: (values: Record<string, string>) => void
}

const TIME_ZONE = 'America/Sao_Paulo'

export function StatementFilterBar({ filters, choices, withOrganizers, onChange }: StatementFilterBarProps) {
  return (
    <search className={classes.filters} aria-label="Filtrar extrato">
      <div className={classes.periods}>
        {periods(dayIn(TIME_ZONE, new Date())).map(({ name, de, ate }) => {
          const chosen = filters.from === de && filters.to === ate
          return (
            <Button
              key={name}
              radius="xl"
              variant={chosen ? 'light' : 'default'}
              aria-pressed={chosen}
              onClick={() => onChange({ de, ate })}
            >
              {name}
            </Button>
          )
        })}
      </div>
      <div className={classes.fields}>
        <TextInput
          type="date"
          label="Data inicial"
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => onChange({ de: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Data final"
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => onChange({ ate: event.currentTarget.value })}
        />
        {withOrganizers && (
          <Choice
            label="Organizador"
            value={filters.organizer_id}
            all="Todos os organizadores"
            options={choices?.organizers}
            // An event belongs to its organizer.
            onChange={(value) => onChange({ organizador: value, evento: '' })}
          />
        )}
        <Choice
          label="Evento"
          value={filters.event_id}
          all="Todos os eventos"
          options={choices?.events}
          onChange={(value) => onChange({ evento: value })}
        />
      </div>
    </search>
  )
}

interface ChoiceProps {
  label: string
  value: string
  all: string
  options: Statement['choices']['events'] | undefined
  onChange: (value: string) => void
}

function Choice({ label, value, all, options = [], onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: all },
        ...options.map(({ id, name }) => ({ value: String(id), label: name })),
        // Kept visible while its list is on its way.
        ...(value && !options.some(({ id }) => String(id) === value) ? [{ value, label: '…' }] : []),
      ]}
    />
  )
}
