import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { HOME_PATH } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from './load-failure.tsx'

interface EventProblemProps {
  /** There is no such event. */
  missing: boolean
  /** It could not even be asked for. */
  offline: boolean
}

/** In place of an event's page: there is no such event, or it could not be had now. */
export function EventProblem({ missing, offline }: EventProblemProps) {
  return (
    <>
      <h1 className="sr-only">{missing ? 'Evento não encontrado' : 'Evento'}</h1>
      {missing ? <Missing /> : <LoadFailure message="Erro ao consultar o registro." offline={offline} />}
    </>
  )
}

function Missing() {
  return (
    <EmptyState
      icon={<IconMapSearch size={28} />}
      title="Evento não encontrado."
      description="O endereço pode ter mudado ou o evento saiu do ar. Veja as corridas que estão com inscrições abertas."
    >
      <Button component={Link} to={{ pathname: HOME_PATH, search: '?status=1' }}>
        Ver corridas abertas
      </Button>
    </EmptyState>
  )
}
