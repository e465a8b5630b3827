import { ActionIcon, Title } from '@mantine/core'
import { IconShieldCheck, IconTrash, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPermission, permissionName, withDependents } from '#contract/permissions.ts'
import { type PermissionRow, removeProducerPermission } from '#contract/producer/producer.ts'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { LoadingLine } from '#web/ui/loading-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { catalogueQuery, grantedQuery, PRODUCERS_KEY } from '../queries.ts'
import { PermissionPicker } from './permission-picker.tsx'
import { PermissionName, problemAfter } from './permission-words.tsx'
import classes from './permissions.module.css'

export const meta = pageTitle('Permissões')

export default function PermissionsScreen() {
  const id = useIdParam()
  return id === null ? <InvalidId /> : <Permissions id={id} />
}

function Permissions({ id }: { id: number }) {
  const mayEdit = useMay('edit-realizador')
  const catalogue = useQuery(catalogueQuery)
  const granted = useQuery(grantedQuery(id))

  if (catalogue.data && granted.data) {
    const { organizer, permissions } = granted.data
    return (
      <>
        <PageHeader
          title={`Permissões: ${organizer.fantasy_name}`}
          description="Valem para os eventos relacionados a este realizador, a partir do próximo clique dele."
        >
          <DetailToolbar back={{ to: pathTo(PRODUCER_PATH, id) }} />
        </PageHeader>
        <div className={classes.parts}>
          {mayEdit && (
            <PermissionPicker producerId={id} catalogue={catalogue.data.permissions} granted={permissions} />
          )}
          <GrantedTable producerId={id} granted={permissions} mayEdit={mayEdit} />
        </div>
      </>
    )
  }

  const failure = listFailure(catalogue) ?? listFailure(granted)
  return (
    <>
      <PageHeader title="Permissões" />
      <Frame>
        {failure ? <ErrorState {...failure} /> : <LoadingLine>Carregando Permissões...</LoadingLine>}
      </Frame>
    </>
  )
}

function InvalidId() {
  return (
    <>
      <PageHeader title="Erro!" />
      <Frame>
        <div role="alert">
          <EmptyState title="ID do organizador/produtor inválido." icon={<IconUserQuestion size={28} />}>
            <LinkButton to={PRODUCERS_PATH}>Ver realizadores</LinkButton>
          </EmptyState>
        </div>
      </Frame>
    </>
  )
}

interface GrantedTableProps {
  producerId: number
  granted: readonly PermissionRow[]
  mayEdit: boolean
}

const COLUMNS: readonly Column<PermissionRow>[] = [
  { key: 'name', header: 'Permissão', title: true, cell: ({ name }) => <PermissionName name={name} /> },
  { key: 'description', header: 'Descrição', cell: ({ description }) => description ?? 'N/A' },
]

function GrantedTable({ producerId, granted, mayEdit }: GrantedTableProps) {
  const [leaving, setLeaving] = useState<PermissionRow | null>(null)
  const close = () => setLeaving(null)
  const remove = useAction({
    action: ({ name }: PermissionRow) =>
      api(removeProducerPermission, { params: { id: producerId, permission: name } }),
    invalidates: PRODUCERS_KEY,
    success: 'Permissão removida com sucesso!',
    failure: problemAfter('Erro ao remover permissão.'),
    onDone: close,
    onFailed: close,
  })
  /** The names of the granted permissions that require this one and are removed with it. */
  const goingWith = ({ name }: PermissionRow) =>
    isPermission(name)
      ? withDependents(name, granted.map((one) => one.name).filter(isPermission))
          .filter((one) => one !== name)
          .map(permissionName)
      : []
  const removal: Column<PermissionRow> = {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: (permission) => (
      <Tooltip label="Remover permissão">
        <ActionIcon
          color="red"
          aria-label={`Remover a permissão ${permissionName(permission.name)}`}
          loading={remove.isPending && remove.variables.id === permission.id}
          onClick={() =>
            goingWith(permission).length > 0 ? setLeaving(permission) : remove.mutate(permission)
          }
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
            description="Sem permissões, este realizador entra na plataforma e não vê nada."
            icon={<IconShieldCheck size={28} />}
          />
        }
      />
      <ConfirmDialog
        open={leaving !== null}
        title="Remover a permissão?"
        confirmLabel="Remover"
        danger
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onClose={close}
      >
        {leaving && (
          <>
            <strong>{permissionName(leaving.name)}</strong> sai junto com o que depende dela:{' '}
            {goingWith(leaving).join(', ')}.
          </>
        )}
      </ConfirmDialog>
    </section>
  )
}
