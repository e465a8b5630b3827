import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { api } from '../../../api.ts'
import { FeesForm } from '../../fees/fees-form.tsx'
import { FeesPage, OF_ENTERPRISE } from '../../fees/fees-screen.tsx'
import { enterpriseFeesQuery } from '../../fees/queries.ts'
import { ENTERPRISES_PATH, recordPath } from '../places.ts'
import { enterpriseQuery } from '../queries.ts'

/** The fees of one of the enterprises, which Admin chose. */
export function EnterpriseFeesScreen({ id }: { id: number }) {
  const queries = useQueryClient()
  const { data: enterprise } = useQuery(enterpriseQuery(id))
  const fees = useQuery(enterpriseFeesQuery(id))
  const backTo = recordPath(ENTERPRISES_PATH, id)
  return (
    <FeesPage
      description={enterprise ? `${enterprise.name} · ${OF_ENTERPRISE}` : OF_ENTERPRISE}
      query={fees}
      backTo={backTo}
    >
      {(saved) => (
        <FeesForm
          saved={saved}
          bounds={null}
          mayEdit
          backTo={backTo}
          onSave={async (body) => {
            const { data } = await api(saveEnterpriseFees, { params: { id }, body })
            // Of the enterprise that runs the platform both addresses show the same.
            await queries.invalidateQueries({ queryKey: ['fees'] })
            return data
          }}
        />
      )}
    </FeesPage>
  )
}
