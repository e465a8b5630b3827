import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'

export function EventMissing() {
  return (
    <>
      <h1 className="sr-only">Inscrição</h1>
      <EmptyState
        title="Evento não encontrado."
        description="Escolha uma corrida na lista de eventos e toque em Inscrever-se."
      >
        <Button component={Link} to="/">
          Ver corridas
        </Button>
      </EmptyState>
    </>
  )
}
