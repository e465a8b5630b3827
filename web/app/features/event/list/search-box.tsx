import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_FILTER_LENGTH } from '#web/lists/filters.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { IconSearch } from '#web/ui/icons.tsx'
import { SimpleInput } from '#web/ui/simple-field.tsx'
import { preload, useLoaded } from '#web/ui/use-loaded.ts'
import classes from './filter-form.module.css'
import { FILTERS, type Filters } from './filters.ts'
import type { Choice, ListKeys } from './suggestion-list.tsx'

const load = () => import('./suggestion-list.tsx').then((module) => module.SuggestionList)

interface SearchBoxProps {
  title: string
  onType: (title: string) => void
  onChoose: (values: Partial<Filters>) => void
}

/** The search by words, a combobox. The code of its suggestions is loaded when the field gets the focus. */
export function SearchBox({ title, onType, onChoose }: SearchBoxProps) {
  const id = useId()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  /** The option that the arrow keys have reached. */
  const [active, setActive] = useState<string | null>(null)
  const keys = useRef<ListKeys>(null)
  const List = useLoaded(open, load)

  const close = () => {
    setOpen(false)
    setActive(null)
  }
  const choose = (choice: Choice) => {
    close()
    if ('slug' in choice) navigate(pathTo(EVENT_PATH, choice.slug))
    else onChoose(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && !open) setOpen(true)
    // Enter without an active option submits the form.
    const isUsed = isArrow || (open && (event.key === 'Escape' || (event.key === 'Enter' && active !== null)))
    if (isUsed) event.preventDefault()
    if (event.key === 'Escape' || (event.key === 'Enter' && active === null)) close()
    else if (open) keys.current?.press(event.key)
  }

  return (
    <div className={classes.search} onPointerEnter={preloadList}>
      <SimpleInput
        type="text"
        name="title"
        label={FILTERS.title.label}
        placeholder="Meia, noturna, grátis…"
        maxLength={MAX_FILTER_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        icon={IconSearch}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open && List !== null}
        aria-controls={open && List ? id : undefined}
        aria-activedescendant={active ?? undefined}
        value={title}
        onChange={(event) => {
          setOpen(true)
          setActive(null)
          onType(event.currentTarget.value)
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {open && List && (
        <List id={id} typed={title} active={active} onActive={setActive} onChoose={choose} keys={keys} />
      )}
    </div>
  )
}

const preloadList = preload(load)
