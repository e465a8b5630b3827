import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { ApiFailure } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Nobody's, somebody else's, or no number at all. */
export const isMissing = (failure: Error): boolean =>
  failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422)

export function RegistrationMissing() {
  return (
    <>
      <h1 className="sr-only">Inscrição</h1>
      <EmptyState title="Inscrição não encontrada." description="Ela não existe ou pertence a outra conta.">
        <Button component={Link} to="/participante/eventos">
          Ver minhas inscrições
        </Button>
      </EmptyState>
    </>
  )
}
