import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { plainText } from '#contract/words.ts'
import { accountsQuery, allEventsQuery, peopleQuery } from '#web/features/backoffice/queries.ts'
import { eventsQuery } from '#web/features/event/organizer-events.ts'
import { PANEL_PARAM } from '#web/features/participants/list/participant-columns.tsx'
import { participantsQuery } from '#web/features/participants/queries.ts'
import { isBackOffice, participantsPath } from '#web/navigation/staff-paths.ts'
import {
  ACCOUNT_PATH,
  ACCOUNT_RECORD_PATH,
  ANY_EVENT_PARTICIPANTS_PATH,
  EVENT_PANEL_PATH,
  MANAGE_EVENT_PATH,
  PERSON_PATH,
  pathTo,
  REGISTRATION_PATH,
} from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { menuEntries } from './menu-entries.ts'
import classes from './palette.module.css'

interface Found {
  /** The path that the result opens. */
  to: string
  label: string
  /** Distinguishes results with the same label. */
  detail?: string
}

interface Group {
  label: string
  found: readonly Found[]
}

const HELP = 'help'
/** A single letter finds too many. */
const SHORTEST_SEARCH = 2
const MOST = 6

interface PaletteProps {
  session: Session
  open: boolean
  onClose: () => void
  onHelp: () => void
}

/** Finds pages, events and people by the searches that the caller already has, and opens them. */
export function Palette({ session, open, onClose, onHelp }: PaletteProps) {
  return (
    <Modal
      opened={open}
      onClose={onClose}
      withCloseButton={false}
      aria-label="Buscar e ir para"
      // The field stays where it is while the number of results changes.
      centered={false}
      yOffset="12vh"
      padding="sm"
    >
      <Search
        session={session}
        onClose={onClose}
        onChoose={(to) => {
          onClose()
          if (to === HELP) onHelp()
        }}
      />
    </Modal>
  )
}

interface SearchProps {
  session: Session
  onClose: () => void
  onChoose: (to: string) => void
}

function Search({ session, onClose, onChoose }: SearchProps) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const report = useDebounced(setSearch)
  const navigate = useNavigate()
  // Escape closes the list of results, which is always open, and not the dialog.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const actions = actionsOf(session).filter(({ label }) => plainText(label).includes(plainText(text.trim())))
  const events = useEvents(session, search)
  const people = usePeople(session, search)
  const groups: readonly Group[] = [
    { label: 'Ações', found: actions },
    { label: 'Eventos', found: events },
    { label: people.label, found: people.found },
    { label: 'Inscrições', found: registrationsOf(session, text.trim()) },
  ]
  const isEmpty = groups.every(({ found }) => found.length === 0)
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(to) => {
        onChoose(to)
        if (to !== HELP) navigate(to)
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label="Buscar páginas, eventos e pessoas"
          placeholder="Página, evento, pessoa ou nº de inscrição"
          autoComplete="off"
          maxLength={120}
          leftSection={<IconSearch size={20} aria-hidden />}
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value
            setText(typed)
            report.call(typed.trim())
            combobox.selectFirstOption()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label="Resultados">
        {groups.map(
          ({ label, found }) =>
            found.length > 0 && (
              <Combobox.Group key={label} label={label}>
                {found.map(({ to, label: name, detail }) => (
                  <Combobox.Option key={to} value={to}>
                    {name}
                    {detail && <span className={classes.detail}>{detail}</span>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ),
        )}
        {isEmpty && <Combobox.Empty>Nada encontrado.</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}

const actionsOf = (session: Session): readonly Found[] => [
  ...menuEntries(session).map(({ path, label }) => ({ to: path, label })),
  ...(session.permissions.includes('create-event')
    ? [{ to: pathTo(MANAGE_EVENT_PATH, 'novo'), label: 'Novo evento' }]
    : []),
  { to: ACCOUNT_PATH, label: 'Minha conta' },
  { to: HELP, label: 'Atalhos do teclado' },
]

/** `1213`, `nº 1213`: shorter than a CPF and a telephone number. */
const REGISTRATION_NUMBER = /^(?:n?[º°o.]*\s*)?(\d{1,9})$/i

/** A registration of any event by its number. Whether it exists, and may be seen, its page says. */
function registrationsOf(session: Session, text: string): readonly Found[] {
  const number = REGISTRATION_NUMBER.exec(text)?.[1]
  if (!number || !session.permissions.includes('view-event-participants')) return []
  return [{ to: pathTo(REGISTRATION_PATH, number), label: `Inscrição Nº ${number}` }]
}

function useEvents(session: Session, search: string): readonly Found[] {
  const isStaff = isBackOffice(session)
  const isSearched = search.length >= SHORTEST_SEARCH
  const own = useQuery({
    ...eventsQuery({ title: search, date_event_start: '', date_event_end: '' }, 1),
    enabled: isSearched && !isStaff,
  })
  const all = useQuery({ ...allEventsQuery({ title: search }), enabled: isSearched && isStaff })
  if (!isSearched) return []
  const mayList = session.permissions.includes('view-event-participants')
  return ((isStaff ? all : own).data?.data ?? []).slice(0, MOST).map(({ id, title, date_event: day }) => ({
    to: mayList ? participantsPath(session, id) : pathTo(MANAGE_EVENT_PATH, id),
    label: title,
    ...(day && { detail: day }),
  }))
}

/** Admin finds accounts, Empresa its people, and an organizer the participants of the event on screen. */
function usePeople(session: Session, search: string): Group {
  const isSearched = search.length >= SHORTEST_SEARCH
  const eventId = useEventOnScreen()
  const isOf = (role: string) => session.roles.includes(role)
  const mayList = session.permissions.includes('view-event-participants')
  const accounts = useQuery({ ...accountsQuery({ search, page: 1 }), enabled: isSearched && isOf('Admin') })
  const people = useQuery({
    ...peopleQuery({ search, page: 1 }),
    enabled: isSearched && !isOf('Admin') && isOf('Empresa'),
  })
  const participants = useQuery({
    ...participantsQuery(eventId ?? 0, { search }, 1),
    enabled: isSearched && isOf('Organizador') && mayList && eventId !== null,
    placeholderData: keepPreviousData,
  })
  if (!isSearched) return { label: 'Pessoas', found: [] }
  if (isOf('Organizador'))
    return {
      label: 'Pessoas deste evento',
      found: (eventId === null ? [] : (participants.data?.data ?? []))
        .slice(0, MOST)
        .map(({ id, participant, category }) => ({
          to: `${participantsPath(session, eventId ?? 0)}?${PANEL_PARAM}=${id}`,
          label: participant.name,
          detail: `${category.modality}, Nº ${id}`,
        })),
    }
  const [found, path] = isOf('Admin') ? [accounts, ACCOUNT_RECORD_PATH] : [people, PERSON_PATH]
  return {
    label: 'Pessoas',
    found: (found.data?.data ?? []).slice(0, MOST).map(({ id, name, masked_cpf: cpf }) => ({
      to: pathTo(path, id),
      label: name,
      ...(cpf && { detail: cpf }),
    })),
  }
}

function useEventOnScreen(): number | null {
  const { pathname } = useLocation()
  const patterns = [EVENT_PANEL_PATH.replace('/painel', '/*'), MANAGE_EVENT_PATH, ANY_EVENT_PARTICIPANTS_PATH]
  const id = patterns
    .map((path) => matchPath(path, pathname)?.params.id)
    .find((one) => /^\d+$/.test(one ?? ''))
  return id === undefined ? null : Number(id)
}
