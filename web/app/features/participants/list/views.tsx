import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconLink, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { usedFilters, writeFilters } from '#web/lists/filters.ts'
import { SORT_PARAM } from '#web/lists/sorting.ts'
import type { ListSearch } from '#web/lists/use-list-search.ts'
import { stored } from '#web/storage/browser-storage.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { PARTICIPANT_FILTERS } from './filters.ts'
import classes from './participants.module.css'

const MOST = 20

interface View {
  name: string
  /** The filters and the sorting as in the URL, which is also the link to share. */
  query: string
}

interface ViewsProps {
  eventId: number
  userId: number
  list: ListSearch<typeof PARTICIPANT_FILTERS>
}

/** Named filters, stored for the account in this browser. The search is left out, since it names a person. */
export function Views({ eventId, userId, list }: ViewsProps) {
  const storage = stored<View[]>(`participant-views:${userId}:${eventId}`, Array.isArray)
  const [views, setViews] = useState(() => storage.read() ?? [])
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const now = writeFilters(list.table, list.filters)
  const sort = list.param(SORT_PARAM)
  if (sort) now.set(SORT_PARAM, sort)
  const query = now.toString()
  const change = (next: View[]) => {
    storage.write(next)
    setViews(next)
  }
  const copy = (view: View) =>
    navigator.clipboard.writeText(`${location.origin}${pathname}?${view.query}`).then(
      () => showToast('success', 'Link copiado.'),
      () => showToast('error', 'Não foi possível copiar. Abra a visão e copie o endereço da página.'),
    )
  const isSaved = views.some((view) => view.query === query)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <TextButton
          variant="default"
          aria-haspopup="dialog"
          icon={IconBookmark}
          onClick={() => setOpen(!open)}
        >
          Visões
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Visões guardadas">
        <div className={classes.views}>
          {views.length > 0 && (
            <ul>
              {views.map((view) => (
                <li key={view.name}>
                  <Link
                    to={{ search: `?${view.query}` }}
                    aria-current={view.query === query || undefined}
                    onClick={() => setOpen(false)}
                  >
                    {view.name}
                  </Link>
                  <ActionIcon
                    color="gray"
                    aria-label={`Copiar o link da visão ${view.name}`}
                    onClick={() => copy(view)}
                  >
                    <IconLink size={20} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    color="gray"
                    aria-label={`Apagar a visão ${view.name}`}
                    onClick={() => change(views.filter(({ name }) => name !== view.name))}
                  >
                    <IconTrash size={20} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          {query === '' ? (
            <p>Filtre ou ordene a lista e guarde a visão com um nome. A busca não fica guardada.</p>
          ) : isSaved ? (
            <p>Estes filtros já estão guardados.</p>
          ) : views.length >= MOST ? (
            <p>Já são {MOST} visões. Apague uma antes de guardar outra.</p>
          ) : (
            <SaveView
              key={query}
              suggestion={usedFilters(list.table, list.filters, undefined)
                .map(({ words }) => words)
                .filter((words) => !words.includes('…'))
                .join(', ')
                .slice(0, 60)}
              onSave={(name) => change([...views.filter((view) => view.name !== name), { name, query }])}
            />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface SaveViewProps {
  suggestion: string
  onSave: (name: string) => void
}

function SaveView({ suggestion, onSave }: SaveViewProps) {
  const [name, setName] = useState(suggestion)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <form onSubmit={save}>
      <TextInput
        label="Guardar estes filtros como"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!name.trim()}>
        Guardar
      </Button>
    </form>
  )
}
