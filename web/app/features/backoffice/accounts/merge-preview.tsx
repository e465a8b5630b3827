import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AccountRow, MergePreview } from '#contract/backoffice/accounts.ts'
import { ACCOUNT_RECORD_PATH, MERGE_PATH, pathTo } from '../../../paths.ts'
import { recordFailure } from '../../../query-failure.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Frame } from '../../../ui/frame.tsx'
import classes from '../backoffice.module.css'
import { plural } from '../count.ts'
import { PersonRegistrations } from '../person-registrations.tsx'
import { mergePreviewQuery } from '../queries.ts'
import { AccountStatus } from './account-status.tsx'
import merge from './merge.module.css'
import { MergeButton } from './merge-button.tsx'
import { Conflicts, Doubt } from './merge-warnings.tsx'

interface MergePreviewProps {
  keptId: number
  duplicateId: number
}

/** What would happen, as it stands now, and the button that makes it happen. */
export function MergePreviewView({ keptId, duplicateId }: MergePreviewProps) {
  const query = useQuery(mergePreviewQuery(keptId, duplicateId))
  const { data } = query
  const failure = recordFailure(query)
  if (!data)
    return failure ? (
      <Frame>
        <ErrorState {...failure} />
      </Frame>
    ) : (
      <div className={merge.parts} aria-busy>
        <Skeleton height={150} radius="lg" />
        <Skeleton height={220} radius="lg" />
      </div>
    )
  return (
    <div className={merge.parts}>
      <div className={merge.accounts}>
        <Account title="Sai" account={data.duplicate} />
        <IconArrowRight size={28} className={merge.arrow} aria-hidden />
        <Account title="Fica" account={data.kept} />
      </div>
      <Doubt preview={data} />
      <Conflicts conflicts={data.conflicts} />
      <FormSection
        title="O que muda"
        description="Tudo acontece de uma vez, ou nada acontece. Pagamentos seguem as suas inscrições."
      >
        <ul className={merge.changes}>
          {changesOf(data).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </FormSection>
      {data.registrations.length > 0 && (
        <FormSection title="Inscrições que passam">
          <PersonRegistrations registrations={data.registrations} name={data.duplicate.name} />
        </FormSection>
      )}
      <div className={merge.buttons}>
        <MergeButton preview={data} />
        <Button
          component={Link}
          to={`${pathTo(MERGE_PATH, duplicateId)}?com=${keptId}`}
          variant="default"
          leftSection={<IconArrowsExchange size={20} aria-hidden />}
        >
          Inverter
        </Button>
      </div>
    </div>
  )
}

function Account({ title, account }: { title: string; account: AccountRow }) {
  return (
    <section className={merge.account}>
      <h2>{title}</h2>
      <Link to={pathTo(ACCOUNT_RECORD_PATH, account.id)} className={classes.name}>
        {account.name}
      </Link>
      <span className={classes.minor}>{account.email}</span>
      <span className={`${classes.minor} numbers`}>
        {account.masked_cpf ? `CPF ${account.masked_cpf}` : 'Sem CPF'}
      </span>
      <AccountStatus account={account} />
    </section>
  )
}

/** Sentences, one for each thing that changes hands or ends. */
function changesOf({
  orders,
  registrations,
  consents,
  fills,
  ended_sessions: sessions,
  duplicate,
}: MergePreview) {
  return [
    orders > 0
      ? `${plural(orders, 'pedido', 'pedidos')} com ${plural(registrations.length, 'inscrição', 'inscrições')} para a conta que fica.`
      : 'Nenhum pedido para passar.',
    consents > 0 && `${plural(consents, 'consentimento', 'consentimentos')} com data, texto e origem.`,
    fills.length > 0 && `A conta que fica completa o que lhe falta: ${fills.join(', ')}.`,
    sessions > 0 &&
      `${plural(sessions, 'sessão aberta', 'sessões abertas')} de ${duplicate.email} termina já.`,
    'A conta que sai perde nome, e-mail, senha e documentos; só uma linha vazia fica, para o histórico.',
  ].filter((change) => change !== false)
}
