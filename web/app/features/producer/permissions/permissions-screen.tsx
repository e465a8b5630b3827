import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { LoadingLine } from '../../../ui/loading-line.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { useMay } from '../../../use-may.ts'
import { catalogueQuery, grantedQuery } from '../queries.ts'
import { GrantedTable } from './granted-table.tsx'
import { PermissionPicker } from './permission-picker.tsx'
import classes from './permissions.module.css'

export const meta = pageTitle('Permissões')

/** What a realizador may do. Null is an address without a number. */
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
        />
        <DetailToolbar back={{ to: pathTo(PRODUCER_PATH, id) }} />
        <div className={classes.parts}>
          {mayEdit && <PermissionPicker producerId={id} catalogue={catalogue.data} granted={permissions} />}
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
            <Button component={Link} to={PRODUCERS_PATH}>
              Ver realizadores
            </Button>
          </EmptyState>
        </div>
      </Frame>
    </>
  )
}
