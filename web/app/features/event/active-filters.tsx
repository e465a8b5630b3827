import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { State } from '#contract/city.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import classes from './active-filters.module.css'
import { type FilterName, type Filters, listAddress, withFilter } from './filters.ts'

interface ActiveFiltersProps {
  filters: Filters
  states: readonly State[]
}

/** What the list is narrowed by, a chip each; a chip is a link to the list without it. */
export function ActiveFilters({ filters, states }: ActiveFiltersProps) {
  const words: Record<FilterName, (value: string) => string> = {
    title: (value) => `“${value}”`,
    date_event_start: (value) => `A partir de ${toBrazilianDate(value)}`,
    date_event_end: (value) => `Até ${toBrazilianDate(value)}`,
    state: (value) => states.find((state) => state.abbreviation === value)?.name ?? value,
    city: (value) => value,
    status: (value) => (value === '1' ? 'Inscrições abertas' : 'Inscrições encerradas'),
  }
  const active = (Object.keys(words) as FilterName[]).filter((name) => filters[name] !== '')
  if (active.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filtros em uso">
      {active.map((name) => (
        <li key={name}>
          <Link to={listAddress(withFilter(filters, name, ''))} preventScrollReset className={classes.chip}>
            <span className="sr-only">Remover filtro: </span>
            <span className={classes.words}>{words[name](filters[name])}</span>
            <IconX size={16} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
