import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { recordFailure } from '#web/api/query-failure.ts'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadingLine } from '#web/ui/loading-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Fees } from './fee-values.ts'

export const OF_ENTERPRISE =
  'O piso e o teto da taxa de serviço dos kits de todos os organizadores. Conferidos sempre que um evento é salvo; o que já foi vendido não muda.'

interface FeesPageProps<Data extends Fees> {
  description: string
  query: UseQueryResult<Data>
  backTo: string
  children: (fees: Data) => ReactNode
}

export function FeesPage<Data extends Fees>({ description, query, backTo, children }: FeesPageProps<Data>) {
  const failure = recordFailure(query)
  return (
    <>
      <PageHeader title="Configuração de Taxas" description={description} />
      {query.data ? (
        children(query.data)
      ) : (
        <>
          <DetailToolbar back={{ to: backTo }} />
          <Frame>
            {failure ? (
              <ErrorState {...failure} />
            ) : (
              <LoadingLine>Carregando dados do registro...</LoadingLine>
            )}
          </Frame>
        </>
      )}
    </>
  )
}
