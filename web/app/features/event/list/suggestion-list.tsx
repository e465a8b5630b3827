import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { dayIn } from '#contract/dates.ts'
import type { listSuggestions, Suggestions } from '#contract/event/event.ts'
import { nearCity } from '#contract/event/near-city.ts'
import { plural } from '#contract/words.ts'
import { api } from '#web/api/api.ts'
import { IconCalendarEvent, IconMapPin, IconRoute, IconSearch, type IconType } from '#web/ui/icons.tsx'
import { shortDate } from '../date-words.ts'
import type { Filters } from './filters.ts'
import { phrasesFor } from './phrases.ts'
import classes from './suggestion-list.module.css'

/** A race to open, or filters to apply. */
export type Choice = { slug: string } | Partial<Filters>

export interface ListKeys {
  press: (key: string) => void
}

interface SuggestionListProps {
  id: string
  typed: string
  active: string | null
  onActive: (id: string | null) => void
  onChoose: (choice: Choice) => void
  keys: Ref<ListKeys>
}

export function SuggestionList({ id, typed, active, onActive, onChoose, keys }: SuggestionListProps) {
  const found = useSuggestions(typed)
  const today = dayIn('America/Sao_Paulo', new Date())
  const options = nearCity(typed) === null ? optionsOf(found, phrasesFor(typed, today), today) : around(found)
  const idOf = ({ choice }: Pick<Option, 'choice'>) => `${id}-${keyOf(choice)}`
  const at = options.findIndex((option) => idOf(option) === active)

  // The options change when an answer arrives.
  const isGone = active !== null && at < 0
  useEffect(() => {
    if (isGone) onActive(null)
  }, [isGone, onActive])

  useImperativeHandle(keys, () => ({
    press(key) {
      if (key === 'Enter') return options[at] && onChoose(options[at].choice)
      if (options.length === 0 || !key.startsWith('Arrow')) return
      // One more place than options: the field itself.
      const places = options.length + 1
      const next = options[((at + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1]
      onActive(next ? idOf(next) : null)
      if (next) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    },
  }))

  return (
    <div className={classes.popup} hidden={options.length === 0}>
      <p role="status" className="sr-only">
        {plural(options.length, 'sugestão', 'sugestões')}
      </p>
      <div role="listbox" id={id} aria-label="Sugestões" className={classes.list}>
        {options.map(({ icon: Icon, words, detail, choice }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of a combobox
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={keyOf(choice)}
            id={idOf({ choice })}
            role="option"
            aria-selected={index === at}
            className={classes.option}
            data-race={'slug' in choice || undefined}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            <Icon size={18} aria-hidden />
            <span className={classes.words}>{words}</span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

interface Option {
  icon: IconType
  words: string
  detail: string
  choice: Choice
}

/** Ids contain no blanks. */
const keyOf = (choice: Choice): string => encodeURIComponent(JSON.stringify(choice))

const races = (count: number) => plural(count, 'corrida', 'corridas')

/** Searches around the cities. */
const around = (found: Suggestions | null): Option[] =>
  (found?.cities ?? []).map(({ name, state }) => ({
    icon: IconMapPin,
    words: `Perto de ${name}`,
    detail: 'até 100 km',
    choice: { title: `Perto de ${name} ${state}` },
  }))

/** Each choice once: a modality may have the name of a phrase. */
function optionsOf(found: Suggestions | null, phrases: readonly string[], today: string): Option[] {
  const options: Option[] = [
    ...(found?.races ?? []).map(({ slug, title, city, state, date_event }) => ({
      icon: IconCalendarEvent,
      words: title,
      detail: [shortDate(date_event, today), [city, state].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(' · '),
      choice: { slug },
    })),
    ...(found?.cities ?? []).map(({ name, state, count }) => ({
      icon: IconMapPin,
      words: `${name}, ${state}`,
      detail: races(count),
      choice: { title: '', state, city: name },
    })),
    ...around(found).slice(0, 1),
    ...(found?.distances ?? []).map(({ name, count }) => ({
      icon: IconRoute,
      words: name,
      detail: races(count),
      choice: { title: name },
    })),
    ...phrases.map((phrase) => ({ icon: IconSearch, words: phrase, detail: '', choice: { title: phrase } })),
  ]
  const keys = options.map(({ choice }) => keyOf(choice))
  return options.filter(({ choice }, index) => keys.indexOf(keyOf(choice)) === index)
}

const PAUSE_MS = 150
const MOST_KEPT = 100
const kept = new Map<string, Suggestions>()

/** The suggestions for typed text; those of an earlier text until they arrive, null without any. */
function useSuggestions(typed: string): Suggestions | null {
  const q = typed.trim().replace(/\s+/g, ' ').toLowerCase()
  const [latest, setLatest] = useState<Suggestions | null>(null)
  useEffect(() => {
    if (kept.has(q)) return
    const call = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { data } = await api<typeof listSuggestions>(
          { method: 'GET', path: '/events/suggestions' },
          { query: { q }, signal: call.signal },
        )
        if (kept.size === MOST_KEPT) kept.clear()
        kept.set(q, data)
        setLatest(data)
      } catch {
        // Suggestions are not worth a message: the search itself still works.
        if (!call.signal.aborted) setLatest(null)
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [q])
  return kept.get(q) ?? latest
}
