import { useQuery } from '@tanstack/react-query'
import { recordFailure } from '../../query-failure.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Frame } from '../../ui/frame.tsx'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useMay } from '../../use-may.ts'
import { amounts } from './fee-values.ts'
import { FeesForm } from './fees-form.tsx'
import { feesQuery } from './queries.ts'
import { useWayBack } from './use-way-back.ts'

export function FeesScreen() {
  const fees = useQuery(feesQuery)
  const failure = recordFailure(fees)
  const mayEdit = useMay('edit-fees')
  const wayBack = useWayBack()
  return (
    <>
      <PageHeader
        title="Configuração de Taxas"
        description="Os limites da taxa de serviço dos kits, conferidos sempre que um evento é salvo. O que já foi vendido não muda."
      />
      {fees.data ? (
        <FeesForm saved={amounts(fees.data)} mayEdit={mayEdit} />
      ) : (
        <>
          <DetailToolbar back={{ to: wayBack }} />
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
