import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saveFees } from '#contract/producer.ts'
import { api } from '../../api.ts'
import { recordFailure } from '../../query-failure.ts'
import { useSession } from '../../session.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Frame } from '../../ui/frame.tsx'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useMay } from '../../use-may.ts'
import type { Fees } from './fee-values.ts'
import { FeesForm } from './fees-form.tsx'
import { feesQuery } from './queries.ts'
import { useWayBack } from './use-way-back.ts'

const OWN =
  'O que vale para os seus eventos, dentro dos limites da empresa. Conferido sempre que um evento é salvo; o que já foi vendido não muda.'
export const OF_ENTERPRISE =
  'O piso e o teto da taxa de serviço dos kits de todos os organizadores. Conferidos sempre que um evento é salvo; o que já foi vendido não muda.'

/** An organizer's own fees; to Empresa and Admin, the enterprise's. */
export function FeesScreen() {
  const queries = useQueryClient()
  const fees = useQuery(feesQuery)
  const mayEdit = useMay('edit-fees')
  const backTo = useWayBack()
  const ofEnterprise = useSession()?.roles.some((role) => role === 'Admin' || role === 'Empresa') ?? false
  return (
    <FeesPage description={ofEnterprise ? OF_ENTERPRISE : OWN} query={fees} backTo={backTo}>
      {({ bounds, ...saved }) => (
        <FeesForm
          saved={saved}
          bounds={bounds ?? null}
          mayEdit={mayEdit}
          backTo={backTo}
          onSave={async (body) => {
            const { data } = await api(saveFees, { body })
            queries.setQueryData(feesQuery.queryKey, data)
            return data
          }}
        />
      )}
    </FeesPage>
  )
}

interface FeesPageProps<Data extends Fees> {
  description: string
  query: UseQueryResult<Data>
  backTo: string
  children: (fees: Data) => ReactNode
}

/** The page around a form of fees, until they are there and when they cannot be had. */
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
