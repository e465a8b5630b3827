import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { api } from '../../../api.ts'
import { ENTERPRISE_PATH, pathTo } from '../../../paths.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { UnsavedForms } from '../../../ui/unsaved-forms.tsx'
import { useIdParam } from '../../../use-id-param.ts'
import { FeesForm } from '../../fees/fees-form.tsx'
import { FeesPage, OF_ENTERPRISE } from '../../fees/fees-page.tsx'
import { enterpriseFeesQuery } from '../../fees/queries.ts'
import { enterpriseQuery } from '../queries.ts'

export const meta = pageTitle('Configuração de Taxas')

/** The fees of one enterprise, chosen by Admin. */
export default function EnterpriseFeesScreen() {
  const id = useIdParam() ?? 0
  const queries = useQueryClient()
  const { data: enterprise } = useQuery(enterpriseQuery(id))
  const fees = useQuery(enterpriseFeesQuery(id))
  const backTo = pathTo(ENTERPRISE_PATH, id)
  return (
    <UnsavedForms>
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
              // Admin's own enterprise has this fee form under two paths, so both queries are invalidated.
              await queries.invalidateQueries({ queryKey: ['fees'] })
              return data
            }}
          />
        )}
      </FeesPage>
    </UnsavedForms>
  )
}
