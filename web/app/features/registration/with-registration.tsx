import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { ApiFailure } from '../../api.ts'
import { MY_EVENTS_PATH } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './details.module.css'

export function DetailsSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Inscrição</h1>
      <Skeleton height={36} maw={420} mb="sm" />
      <Skeleton height={20} maw={260} mb="lg" />
      <Skeleton height={44} mb="lg" maw={520} />
      <div className={classes.columns}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </div>
    </div>
  )
}

/** Nobody's, somebody else's, or no number at all. */
export const isMissing = (failure: Error): boolean =>
  failure instanceof ApiFailure && (failure.status === 404 || failure.status === 422)

export function RegistrationMissing() {
  return (
    <>
      <h1 className="sr-only">Inscrição</h1>
      <EmptyState title="Inscrição não encontrada." description="Ela não existe ou pertence a outra conta.">
        <Button component={Link} to={MY_EVENTS_PATH}>
          Ver minhas inscrições
        </Button>
      </EmptyState>
    </>
  )
}
