import { Skeleton } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { ApiFailure } from '#web/api/api.ts'
import { type AskedQuery, recordFailure } from '#web/api/query-failure.ts'
import detail from '#web/ui/detail.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

interface RecordStateProps {
  /** The kind of record, used as the title. */
  title: string
  list: { to: string; label: string }
  query: AskedQuery
}

/** A record's page without data: loading, failed, or not found. */
export function RecordState({ title, list, query }: RecordStateProps) {
  const failure = recordFailure(query)
  if (!failure) return <RecordSkeleton />
  const { error } = query
  const missing = error instanceof ApiFailure && (error.status === 404 || error.status === 422)
  return (
    <>
      <PageHeader title={title} />
      <Frame>
        {missing ? (
          <EmptyState
            title={error.status === 404 ? error.message : 'Registro não encontrado.'}
            description="O endereço pode estar errado, ou o registro já não existe."
            icon={<IconFileUnknown size={28} />}
          >
            <LinkButton to={list.to}>{list.label}</LinkButton>
          </EmptyState>
        ) : (
          <ErrorState {...failure} />
        )}
      </Frame>
    </>
  )
}

const SECTIONS = [1, 2, 3]

/** The page of a record while it loads. */
export function RecordSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={36} maw={360} mb="lg" />
      <Skeleton height={44} maw={480} mb="lg" />
      <div className={detail.sections}>
        {SECTIONS.map((section) => (
          <Skeleton key={section} height={160} radius="lg" />
        ))}
      </div>
    </div>
  )
}
