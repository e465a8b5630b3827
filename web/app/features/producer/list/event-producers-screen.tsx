import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconUnlink, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Producer, removeProducerFromEvent } from '#contract/producer.ts'
import { api, failureMessage } from '../../../api.ts'
import { EVENTS_PATH, PRODUCERS_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { eventProducersQuery, PRODUCERS_KEY } from '../queries.ts'
import { AddDialog } from './add-dialog.tsx'
import { PRODUCER_COLUMNS } from './producer-columns.tsx'

export const meta = pageTitle('Realizadores do evento')

/** The realizadores of one event. */
export default function EventProducersScreen() {
  const eventId = useIdParam() ?? 0
  const list = useQuery(eventProducersQuery(eventId))
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Producer | null>(null)
  const mayEdit = useMay('edit-realizador')
  const columns = useMemo(
    () => (mayEdit ? [...PRODUCER_COLUMNS, removal(setLeaving)] : PRODUCER_COLUMNS),
    [mayEdit],
  )
  const event = list.data?.event
  return (
    <>
      <PageHeader
        title={
          event || list.isError ? (
            `Realizadores${event ? ` - ${event.title}` : ''}`
          ) : (
            <Skeleton height={32} width="min(24rem, 70vw)">
              Carregando…
            </Skeleton>
          )
        }
        description="Cada um vê este evento até onde vão as suas permissões."
      />
      <DetailToolbar back={{ to: EVENTS_PATH }}>
        {mayEdit && event && (
          <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
            Adicionar realizador
          </Button>
        )}
      </DetailToolbar>
      <DataTable
        caption="Realizadores do evento"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        empty={<Nobody />}
        failure={listFailure(list)}
      />
      {event && (
        <AddDialog
          open={adding}
          event={event}
          present={list.data?.data ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      {event && <UnlinkDialog producer={leaving} event={event} onClose={() => setLeaving(null)} />}
    </>
  )
}

const removal = (onRemove: (producer: Producer) => void): Column<Producer> => ({
  key: 'actions',
  header: 'Ações',
  align: 'end',
  actions: true,
  cell: (producer) => (
    <Tooltip label="Remover do evento">
      <ActionIcon
        color="red"
        aria-label={`Remover ${producer.fantasy_name} do evento`}
        onClick={() => onRemove(producer)}
      >
        <IconUnlink size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ),
})

function Nobody() {
  return (
    <EmptyState
      description="Ninguém trabalha neste evento ainda. Adicione quem vai ajudar: a pessoa passa a ver este evento, até onde vão as permissões que tem."
      icon={<IconUsersGroup size={28} />}
    >
      <LinkButton to={PRODUCERS_PATH}>Ver realizadores</LinkButton>
    </EmptyState>
  )
}

interface UnlinkDialogProps {
  /** The realizador to unlink; null closes the dialog. */
  producer: Producer | null
  event: { id: number; title: string }
  onClose: () => void
}

function UnlinkDialog({ producer, event, onClose }: UnlinkDialogProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: number) => api(removeProducerFromEvent, { params: { id, eventId: event.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Realizador removido do evento com sucesso!')
      await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
      onClose()
    },
    onError: (reason) =>
      showToast('error', failureMessage(reason, 'Erro ao remover o realizador do evento.')),
  })
  return (
    <ConfirmDialog
      open={producer !== null}
      title="Remover do evento?"
      confirmLabel="Remover"
      danger
      busy={remove.isPending}
      onConfirm={() => producer && remove.mutate(producer.id)}
      onClose={onClose}
    >
      <strong>{producer?.fantasy_name}</strong> deixa de ver {event.title}. O cadastro e as permissões
      continuam como estão.
    </ConfirmDialog>
  )
}
