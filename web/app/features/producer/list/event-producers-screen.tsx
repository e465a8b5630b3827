import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconUnlink, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Producer, removeProducerFromEvent } from '#contract/producer/producer.ts'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { PRODUCERS_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { actionsColumn } from '#web/ui/cells.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { eventProducersQuery, PRODUCERS_KEY } from '../queries.ts'
import { AddDialog } from './link-dialog.tsx'
import { PRODUCER_COLUMNS } from './producer-columns.tsx'

export const meta = pageTitle('Realizadores do evento')

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
      >
        {mayEdit && event && (
          <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
            Adicionar realizador
          </Button>
        )}
      </PageHeader>
      <DataTable
        dense
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
  ...actionsColumn<Producer>((producer) => (
    <Tooltip label="Remover do evento">
      <ActionIcon
        color="red"
        aria-label={`Remover ${producer.fantasy_name} do evento`}
        onClick={() => onRemove(producer)}
      >
        <IconUnlink size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )),
  compact: 'first-end',
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
  producer: Producer | null
  event: { id: number; title: string }
  onClose: () => void
}

function UnlinkDialog({ producer, event, onClose }: UnlinkDialogProps) {
  const remove = useAction({
    action: (id: number) => api(removeProducerFromEvent, { params: { id, eventId: event.id } }),
    invalidates: PRODUCERS_KEY,
    success: 'Realizador removido do evento com sucesso!',
    failure: 'Erro ao remover o realizador do evento.',
    onDone: onClose,
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
