import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { recordFailure } from '../../query-failure.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Frame } from '../../ui/frame.tsx'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Fees } from './fee-values.ts'

export const OF_ENTERPRISE =
  'O piso e o teto da taxa de serviço dos kits de todos os organizadores. Conferidos sempre que um evento é salvo; o que já foi vendido não muda.'

interface FeesPageProps<Data extends Fees> {
  description: string
  query: UseQueryResult<Data>
  backTo: string
  children: (fees: Data) => ReactNode
}

/** The page around a fee form, with its loading and error states. */
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
