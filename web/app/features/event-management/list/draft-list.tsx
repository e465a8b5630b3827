import { Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteEventDraft,
  type EventDraftRow,
  listEventDrafts,
  MOST_DRAFTS,
} from '#contract/event-management/event-drafts.ts'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { responseQuery } from '#web/api/data-query.ts'
import { EVENT_LISTS_KEY } from '#web/features/event/organizer-events.ts'
import { DRAFT_PARAM, MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { actionsColumn, Lines, Moment } from '#web/ui/cells.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { RecordLink } from '#web/ui/row-link.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import classes from './event-table.module.css'

const draftsQuery = (title: string | undefined) => {
  const query = { title, per_page: MOST_DRAFTS }
  return {
    ...responseQuery([...EVENT_LISTS_KEY, 'drafts', query], listEventDrafts, { query }),
    staleTime: 0,
  }
}

/** A draft has no date, place or status that other filters could ask for. */
export const isTitleOnly = (query: object): boolean => Object.keys(query).every((name) => name === 'title')

interface DraftListProps {
  /** Words that occur in the titles. */
  title?: string | undefined
  withOrganizer: boolean
}

/** New events that were begun and not saved yet, for those who may create them. */
export function DraftList({ title, withOrganizer }: DraftListProps) {
  const isShown = useMay('create-event')
  const { data } = useQuery({ ...draftsQuery(title), enabled: isShown })
  const [unwanted, setUnwanted] = useState<EventDraftRow | null>(null)
  const remove = useAction({
    action: (id: string) => api(deleteEventDraft, { params: { id } }),
    invalidates: EVENT_LISTS_KEY,
    failure: 'Erro ao apagar o rascunho.',
    onDone: () => setUnwanted(null),
    onFailed: () => setUnwanted(null),
  })
  if (!isShown || !data?.data.length) return null
  return (
    <section className={classes.drafts} aria-labelledby="drafts">
      <h2 id="drafts">Rascunhos</h2>
      <DataTable
        dense
        caption="Rascunhos"
        columns={columns(withOrganizer, setUnwanted)}
        rows={data.data}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        open={unwanted !== null}
        danger
        title={`Apagar o rascunho ${unwanted?.title ?? ''}?`}
        confirmLabel="Apagar"
        busy={remove.isPending}
        onConfirm={() => unwanted && remove.mutate(unwanted.id)}
        onClose={() => setUnwanted(null)}
      >
        <Text inherit>O que foi digitado some para todos que o veem. Isso não pode ser desfeito.</Text>
      </ConfirmDialog>
    </section>
  )
}

const columns = (
  withOrganizer: boolean,
  onDelete: (draft: EventDraftRow) => void,
): readonly Column<EventDraftRow>[] => [
  {
    key: 'title',
    header: 'Evento',
    title: true,
    compact: 'first',
    cell: ({ id, title, organizer }) => (
      <Lines minor={withOrganizer ? (organizer ?? 'Sem organizador') : undefined}>
        <RecordLink to={`${pathTo(MANAGE_EVENT_PATH, 'novo')}?${DRAFT_PARAM}=${id}`}>{title}</RecordLink>
      </Lines>
    ),
  },
  {
    key: 'changed',
    header: 'Última mudança',
    compact: 'second',
    cell: ({ updated_at, updated_by }) => (
      <Lines minor={updated_by}>
        <Moment at={updated_at} />
      </Lines>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    compact: 'third',
    cell: () => <StatusChip tone="neutral">Rascunho</StatusChip>,
  },
  {
    ...actionsColumn<EventDraftRow>((draft) => (
      <TextButton
        variant="subtle"
        color="red"
        size="sm"
        icon={IconTrash}
        aria-label={`Apagar rascunho ${draft.title}`}
        onClick={() => onDelete(draft)}
      >
        Apagar
      </TextButton>
    )),
    compact: 'first-end',
  },
]
