import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFees } from '#contract/producer/producer.ts'
import { roleHome } from '#contract/roles.ts'
import { api } from '#web/api/api.ts'
import { useSession } from '#web/session/session.ts'
import { useMay } from '#web/session/use-may.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { UnsavedForms } from '#web/ui/unsaved-forms.tsx'
import { FeesForm } from './fees-form.tsx'
import { FeesPage, OF_ENTERPRISE } from './fees-page.tsx'
import { InstallmentRates } from './installment-rates.tsx'
import { feesQuery } from './queries.ts'
import { RefundSettings } from './refund-settings.tsx'

/** The target of the back button: the organizer's list of events, or the home of Admin and Empresa. */
const useBackPath = (): string => roleHome(useSession()?.roles ?? [])

const OWN =
  'O que vale para os seus eventos, dentro dos limites da empresa. Conferido sempre que um evento é salvo; o que já foi vendido não muda.'

export const meta = pageTitle('Configuração de Taxas')

/** The fees of the organizer or, for Empresa and Admin, of the enterprise. */
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
