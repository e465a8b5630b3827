import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveEnterpriseFees } from '#contract/backoffice/enterprises.ts'
import { api } from '#web/api/api.ts'
import { FeesForm } from '#web/features/fees/fees-form.tsx'
import { FeesPage, OF_ENTERPRISE } from '#web/features/fees/fees-page.tsx'
import { enterpriseFeesQuery } from '#web/features/fees/queries.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { ENTERPRISE_PATH, pathTo } from '#web/paths.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { UnsavedForms } from '#web/ui/unsaved-forms.tsx'
import { enterpriseQuery } from '../queries.ts'

export const meta = pageTitle('Configuração de Taxas')

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
              // Admin's own enterprise has this form under two paths, so both queries are invalidated.
              await queries.invalidateQueries({ queryKey: ['fees'] })
              return data
            }}
          />
        )}
      </FeesPage>
    </UnsavedForms>
  )
}
