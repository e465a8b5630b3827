import { Popover } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FilterFields } from '#web/lists/filter-field.tsx'
import { usedFilters } from '#web/lists/filters.ts'
import type { ListSearch } from '#web/lists/use-list-search.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import type { ListedEvent, PARTICIPANT_FILTERS } from './filters.ts'
import classes from './participants.module.css'

interface FilterBarProps {
  list: ListSearch<typeof PARTICIPANT_FILTERS>
  event: ListedEvent
  children?: ReactNode
}

/** The search, the filters and a chip for each active filter, which a click removes. */
export function FilterBar({ list, event, children }: FilterBarProps) {
  const used = usedFilters(list.table, list.filters, event)
  return (
    <search className={classes.bar} aria-label="Filtrar participantes">
      <SearchField value={list.search} onSearch={list.setSearch} placeholder="Nome, CPF, número..." />
      <FilterPopover>
        <div className={classes.fields}>
          <FilterFields list={list} context={event} />
        </div>
      </FilterPopover>
      {children}
      {(used.length > 0 || list.search) && (
        <ul className={classes.chips} aria-label="Filtros em uso">
          {used.map(({ name, words }) => (
            <li key={name}>
              <button
                type="button"
                className={classes.chip}
                aria-label={`Remover o filtro ${words}`}
                onClick={() => list.change({ [name]: '' })}
              >
                {words}
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
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

/** Clicks in the calendar of one of its fields do not close it, unlike other clicks outside. */
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
          <TextButton
            variant="default"
            aria-haspopup="dialog"
            icon={IconAdjustmentsHorizontal}
            onClick={() => setOpen(!open)}
          >
            Filtros
          </TextButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.popover} aria-label="Filtros">
          {children}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
