import { ActionIcon, Title } from '@mantine/core'
import { IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PermissionRow, removeProducerPermission } from '#contract/producer.ts'
import { api } from '../../../api.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { PRODUCERS_KEY } from '../queries.ts'
import { problem } from './problem.ts'

interface GrantedTableProps {
  producerId: number
  granted: readonly PermissionRow[]
  mayEdit: boolean
}

const COLUMNS: readonly Column<PermissionRow>[] = [
  { key: 'name', header: 'Permissão', title: true, cell: ({ name }) => <strong>{name}</strong> },
  { key: 'description', header: 'Descrição', cell: ({ description }) => description ?? 'N/A' },
]

export function GrantedTable({ producerId, granted, mayEdit }: GrantedTableProps) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (permission: PermissionRow) =>
      api(removeProducerPermission, { params: { id: producerId, permission: permission.name } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Permissão removida com sucesso!')
      await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
    },
    onError: (reason) => showToast('error', problem('Erro ao remover permissão.', reason)),
  })
  const removal: Column<PermissionRow> = {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (permission) => (
      <Tooltip label="Remover permissão">
        <ActionIcon
          color="red"
          aria-label={`Remover a permissão ${permission.name}`}
          loading={remove.isPending && remove.variables.id === permission.id}
          onClick={() => remove.mutate(permission)}
        >
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  }
  return (
    <section>
      <Title order={2} mb="md">
        Permissões Atribuídas
      </Title>
      <DataTable
        caption="Permissões Atribuídas"
        columns={mayEdit ? [...COLUMNS, removal] : COLUMNS}
        rows={granted}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="Nenhuma permissão ainda"
            description="Sem permissões, este realizador entra na plataforma e não vê nada."
            icon={<IconShieldCheck size={28} />}
          />
        }
      />
    </section>
  )
}
