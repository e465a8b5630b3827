import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFees } from '#contract/producer.ts'
import { roleHome } from '#contract/roles.ts'
import { api } from '../../api.ts'
import { useSession } from '../../session.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { UnsavedForms } from '../../ui/unsaved-forms.tsx'
import { useMay } from '../../use-may.ts'
import { FeesForm } from './fees-form.tsx'
import { FeesPage, OF_ENTERPRISE } from './fees-page.tsx'
import { InstallmentRates } from './installment-rates.tsx'
import { feesQuery } from './queries.ts'
import { RefundSettings } from './refund-settings.tsx'

/** The page the back button leads to: the organizer's list of events, or the home of Admin and Empresa. */
const useBackPath = (): string => roleHome(useSession()?.roles ?? [])

const OWN =
  'O que vale para os seus eventos, dentro dos limites da empresa. Conferido sempre que um evento é salvo; o que já foi vendido não muda.'

export const meta = pageTitle('Configuração de Taxas')

/** An organizer's own fees; for Empresa and Admin, the enterprise's. */
export default function FeesScreen() {
  const queries = useQueryClient()
  const fees = useQuery(feesQuery)
  const mayEdit = useMay('edit-fees')
  const backTo = useBackPath()
  const ofEnterprise = useSession()?.roles.some((role) => role === 'Admin' || role === 'Empresa') ?? false
  return (
    <UnsavedForms>
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
      {ofEnterprise && (
        <>
          <RefundSettings />
          <InstallmentRates />
        </>
      )}
    </UnsavedForms>
  )
}
