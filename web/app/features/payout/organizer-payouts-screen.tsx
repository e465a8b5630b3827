import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { cancelPayout, exportMyPayouts, getMyReceipt, requestPayout } from '#contract/payout/organizer.ts'
import { api, apiFile } from '../../api.ts'
import { ORGANIZER_STATEMENT_PATH } from '../../paths.ts'
import { listFailure, recordFailure } from '../../query-failure.ts'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { FramedError } from '../../ui/frame.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { usePage } from '../../ui/use-page.ts'
import { ActionButton } from '../backoffice/action-button.tsx'
import statement from '../report/statement/statement.module.css'
import { AmountDialog } from './amount-dialog.tsx'
import { BalanceEvents, BalanceTotals, reserveWords } from './balance-view.tsx'
import { DestinationCard } from './destination-card.tsx'
import classes from './payout.module.css'
import { PayoutList } from './payout-list.tsx'
import { myBalanceQuery, myPayoutsQuery, PAYOUTS_KEY } from './queries.ts'

export const meta = pageTitle('Repasses')

/** What the organizer has to receive and has received: docs/algorithms/payout.md. */
export default function OrganizerPayoutsScreen() {
  const query = useQuery(myBalanceQuery)
  const list = useQuery(myPayoutsQuery(usePage()))
  const balance = query.data
  const failure = recordFailure(query)
  return (
    <>
      <PageHeader title="Repasses" description="O que você tem a receber, evento por evento." />
      <DetailToolbar back={{ to: ORGANIZER_STATEMENT_PATH }}>
        {balance && (
          <AmountDialog
            main
            label="Pedir repasse"
            title="Pedir repasse"
            balance={balance}
            action={(amount) => api(requestPayout, { body: { amount } })}
          />
        )}
        {(['csv', 'xlsx'] as const).map((format) => (
          <FileButton
            key={format}
            label={`Baixar ${format.toUpperCase()}`}
            name={`repasses.${format}`}
            fetch={() => apiFile(exportMyPayouts, { query: { format } })}
          />
        ))}
      </DetailToolbar>
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
                  <FileButton
                    label="Comprovante"
                    name={`comprovante-${id}`}
                    fetch={() => apiFile(getMyReceipt, { params: { id } })}
                  />
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
