import { Alert, Group, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsJoin,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type AccountRow, type MergePreview, mergeAccounts } from '#contract/backoffice/accounts.ts'
import { plainText, plural } from '#contract/words.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { ACCOUNT_RECORD_PATH, MERGE_PATH, pathTo, REGISTRATION_EDIT_PATH } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { FramedError } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountStatus } from '../account-status.tsx'
import { PersonRegistrations } from '../person-registrations.tsx'
import { ACCOUNTS_KEY, mergePreviewQuery } from '../queries.ts'
import merge from './merge.module.css'

interface MergePreviewProps {
  keptId: number
  duplicateId: number
}

export function MergePreviewView({ keptId, duplicateId }: MergePreviewProps) {
  const query = useQuery(mergePreviewQuery(keptId, duplicateId))
  const { data } = query
  const failure = recordFailure(query)
  if (!data)
    return failure ? (
      <FramedError {...failure} />
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
      <DifferentPeopleWarning preview={data} />
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
      <Group gap="sm">
        <MergeButton preview={data} />
        <LinkButton
          to={`${pathTo(MERGE_PATH, duplicateId)}?com=${keptId}`}
          variant="default"
          icon={IconArrowsExchange}
        >
          Inverter
        </LinkButton>
      </Group>
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

/** One sentence for each kind of record that is moved or deleted. */
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

function MergeButton({ preview }: { preview: MergePreview }) {
  const { kept, duplicate, conflicts } = preview
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const act = useMutation({
    mutationFn: () => api(mergeAccounts, { params: { id: kept.id }, body: { duplicate_id: duplicate.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Contas unificadas com sucesso!')
      await navigate(pathTo(ACCOUNT_RECORD_PATH, kept.id), { replace: true })
      await queries.invalidateQueries({ queryKey: ACCOUNTS_KEY })
    },
    onError: async (reason) => {
      showToast('error', failureMessage(reason, 'Erro ao unificar as contas.'))
      setAsking(false)
      // The preview is loaded again and shows the conflicts.
      await queries.invalidateQueries({ queryKey: mergePreviewQuery(kept.id, duplicate.id).queryKey })
    },
  })
  return (
    <>
      <TextButton icon={IconArrowsJoin} disabled={conflicts.length > 0} onClick={() => setAsking(true)}>
        Unificar contas
      </TextButton>
      <ConfirmDialog
        open={asking}
        title="Unificar estas contas?"
        confirmLabel="Unificar"
        danger
        busy={act.isPending}
        onConfirm={() => act.mutate()}
        onClose={() => setAsking(false)}
      >
        {duplicate.email} deixa de existir e tudo o que é dela passa para {kept.email}. Não há como desfazer.
      </ConfirmDialog>
    </>
  )
}

function DifferentPeopleWarning({ preview: { kept, duplicate } }: { preview: MergePreview }) {
  const otherName = plainText(kept.name) !== plainText(duplicate.name)
  const otherCpf = kept.masked_cpf !== null && duplicate.masked_cpf !== null
  if (!otherName && !otherCpf) return null
  return (
    <Alert color="yellow" title="É mesmo a mesma pessoa?" icon={<IconUserQuestion size={22} aria-hidden />}>
      {otherName && 'Os nomes são diferentes. '}
      {otherCpf &&
        'Os CPFs são diferentes: as inscrições da própria pessoa passam a levar o da conta que fica, e o outro se perde.'}
    </Alert>
  )
}

function Conflicts({ conflicts }: { conflicts: MergePreview['conflicts'] }) {
  if (conflicts.length === 0) return null
  return (
    <Alert
      color="red"
      title="As duas contas estão inscritas no mesmo evento"
      icon={<IconAlertTriangle size={22} aria-hidden />}
    >
      <p className={merge.words}>Cancele uma das inscrições de cada evento antes de unificar.</p>
      <ul className={merge.changes}>
        {conflicts.map(({ event, kept_registration: kept, duplicate_registration: other }) => (
          <li key={other}>
            {event}: <Link to={pathTo(REGISTRATION_EDIT_PATH, other)}>a da conta que sai</Link> ou{' '}
            <Link to={pathTo(REGISTRATION_EDIT_PATH, kept)}>a da conta que fica</Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
