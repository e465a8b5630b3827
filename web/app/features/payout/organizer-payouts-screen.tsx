import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { cancelPayout, exportMyPayouts, getMyReceipt, requestPayout } from '#contract/payout/organizer.ts'
import { ActionButton } from '#web/actions/action-button.tsx'
import { api, apiFile } from '#web/api/api.ts'
import { DownloadButton, documentName, ExportButtons } from '#web/api/download-button.tsx'
import { listFailure, recordFailure } from '#web/api/query-failure.ts'
import { MoneyTabs } from '#web/features/report/money-tabs.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import statement from '#web/ui/statement.module.css'
import { usePage } from '#web/ui/use-page.ts'
import { AmountDialog } from './amount-dialog.tsx'
import { BalanceEvents, BalanceTotals, reserveWords } from './balance-view.tsx'
import { DestinationCard } from './destination-card.tsx'
import classes from './payout.module.css'
import { PayoutList } from './payout-list.tsx'
import { myBalanceQuery, myPayoutsQuery, PAYOUTS_KEY } from './queries.ts'

export const meta = pageTitle('Repasses')

/** The organizer's balance and payouts: docs/algorithms/payout.md. */
export default function OrganizerPayoutsScreen() {
  const query = useQuery(myBalanceQuery)
  const list = useQuery(myPayoutsQuery(usePage()))
  const balance = query.data
  const failure = recordFailure(query)
  return (
    <>
      <PageHeader title="Repasses" description="O que você tem a receber, evento por evento.">
        {balance && (
          <AmountDialog
            main
            label="Pedir repasse"
            title="Pedir repasse"
            balance={balance}
            action={(amount) => api(requestPayout, { body: { amount } })}
          />
        )}
        <ExportButtons name="repasses" load={(format) => apiFile(exportMyPayouts, { query: { format } })} />
      </PageHeader>
      <MoneyTabs of="organizer" />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={statement.sections}>
          <BalanceTotals balance={balance} />
          {balance && <p className={classes.words}>{reserveWords(balance)}</p>}
          <DestinationCard balance={balance} />
          <BalanceEvents balance={balance} />
          <section className={statement.section}>
            <h2>Histórico</h2>
            <PayoutList
              payouts={list.data?.data}
              meta={list.data?.meta}
              failure={listFailure(list)}
              withOrganizer={false}
              actions={({ id, status, has_receipt }) =>
                has_receipt ? (
                  <DownloadButton
                    load={() => apiFile(getMyReceipt, { params: { id } })}
                    fileName={documentName(`comprovante-${id}`)}
                  >
                    Comprovante
                  </DownloadButton>
                ) : (
                  status === 'requested' && (
                    <ActionButton
                      icon={IconX}
                      label="Desistir"
                      danger
                      question={{
                        title: 'Desistir deste repasse?',
                        words: 'O valor volta a ficar disponível, e você pode pedir outro quando quiser.',
                        confirm: 'Desistir',
                      }}
                      action={() => api(cancelPayout, { params: { id } })}
                      invalidates={PAYOUTS_KEY}
                      failure="Erro ao cancelar o pedido."
                    />
                  )
                )
              }
            />
          </section>
        </div>
      )}
    </>
  )
}
