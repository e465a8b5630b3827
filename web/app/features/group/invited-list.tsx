import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MyGroup } from '#contract/group/group.ts'
import { type Invited, removeInvited } from '#contract/group/invited.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconMail } from '#web/ui/icons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { invitedQuery } from './queries.ts'

/** Who was invited by e-mail and has not joined. */
export function InvitedList({ group }: { group: MyGroup }) {
  const list = useQuery(invitedQuery(group.id, usePage()))
  return (
    <DataTable
      caption="Convidados que ainda não entraram"
      columns={columns(group.id)}
      rows={list.data?.data}
      rowKey={({ id }) => id}
      meta={list.data?.meta}
      failure={list.data ? undefined : listFailure(list)}
      empty={<EmptyState description="Nenhum convidado por planilha falta entrar." />}
    />
  )
}

const columns = (groupId: number): readonly Column<Invited>[] => [
  { key: 'name', header: 'Nome', title: true, cell: ({ name }) => name },
  { key: 'email', header: 'E-mail', cell: ({ email }) => email },
  {
    key: 'state',
    header: 'Situação',
    cell: ({ is_reminded: isReminded }) => (
      <StatusChip tone="neutral" icon={IconMail}>
        {isReminded ? 'Convidado e lembrado' : 'Convidado'}
      </StatusChip>
    ),
  },
  {
    key: 'actions',
    header: 'Ações',
    actions: true,
    cell: ({ id, name }) => (
      <ActionButton
        icon={IconTrash}
        label="Retirar"
        danger
        question={{
          title: 'Retirar o convite?',
          words: `${name} não recebe o lembrete. O e-mail já enviado continua com o link do grupo.`,
          confirm: 'Retirar o convite',
        }}
        action={() => api(removeInvited, { params: { id: groupId, invitedId: id } })}
        invalidates={REGISTRATIONS_KEY}
        failure="Erro ao retirar o convite."
      />
    ),
  },
]
