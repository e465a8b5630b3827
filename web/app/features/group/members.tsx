import { Button, Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type GroupMember,
  leaveGroup,
  MEMBER_STATES,
  type MyGroup,
  payForGroup,
} from '#contract/group/group.ts'
import { formatDecimal, toCents } from '#contract/money.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { plural } from '#contract/words.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { usePage } from '#web/ui/use-page.ts'
import own from './group.module.css'
import { InvitedList } from './invited-list.tsx'
import { membersQuery, quoteQuery } from './queries.ts'

type State = keyof typeof MEMBER_STATES
const INVITED = 'convidados'

export function Members({ group }: { group: MyGroup }) {
  const search = useListSearch()
  const state = Object.keys(MEMBER_STATES).find((one) => one === search.param('situacao')) as
    | State
    | undefined
  const isInvited = search.param('situacao') === INVITED
  const list = useQuery({ ...membersQuery(group.id, state, usePage()), enabled: !isInvited })
  /** Members of any page. */
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [removed, setRemoved] = useState<GroupMember | null>(null)
  const choose = ({ registration_id: id }: GroupMember) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const remove = useRegistrationChange({
    change: (registrationId: number) => api(leaveGroup, { params: { id: group.id, registrationId } }),
    done: 'A inscrição saiu do grupo.',
    failure: 'Não foi possível tirar a inscrição do grupo.',
    onSettled: () => {
      setRemoved(null)
      setChosen([])
    },
  })
  const mayPay = group.takes_pix && toCents(group.owed) !== 0
  return (
    <section className={own.members} aria-labelledby="membros">
      <div className={own.head}>
        <h2 id="membros">Membros</h2>
        <Select
          label="Situação"
          data={[
            { value: '', label: 'Todos' },
            ...optionsOf(MEMBER_STATES),
            { value: INVITED, label: 'Convidados' },
          ]}
          value={isInvited ? INVITED : (state ?? '')}
          onChange={(value) => search.setParam('situacao', value ?? '')}
          allowDeselect={false}
        />
      </div>
      {isInvited ? (
        <InvitedList group={group} />
      ) : (
        <DataTable
          caption="Membros do grupo"
          columns={columns({ mayPay, chosen, choose, onRemove: group.is_open ? setRemoved : null })}
          rows={list.data?.data}
          rowKey={({ registration_id: id }) => id}
          meta={list.data?.meta}
          failure={list.data ? undefined : listFailure(list)}
          empty={
            <EmptyState
              description={
                state ? 'Ninguém do grupo está nesta situação.' : 'Ninguém entrou ainda: envie o convite.'
              }
            />
          }
        />
      )}
      {mayPay && !isInvited && <Pay group={group} chosen={chosen} onPaid={() => setChosen([])} />}
      <ConfirmDialog
        open={removed !== null}
        title="Tirar do grupo"
        confirmLabel="Tirar do grupo"
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.registration_id)}
        onClose={() => setRemoved(null)}
      >
        <p>
          A inscrição de {removed?.name} continua valendo, fora do grupo
          {group.price && !removed?.is_paid && ' e sem o preço de grupo'}.
        </p>
      </ConfirmDialog>
    </section>
  )
}

interface PayProps {
  group: MyGroup
  chosen: readonly number[]
  onPaid: () => void
}

/** One Pix for the chosen members, or for all. Its page opens in this tab. */
function Pay({ group, chosen, onPaid }: PayProps) {
  const isForAll = chosen.length === 0
  const ofChosen = useQuery({ ...quoteQuery(group.id, chosen), enabled: !isForAll })
  const quote = isForAll ? group : ofChosen.data
  /** What the server answered instead of the total that was shown. */
  const [told, setTold] = useState<{ instead: string; owed: string } | null>(null)
  const owed = told !== null && told.instead === quote?.owed ? told.owed : quote?.owed
  const pay = useRegistrationChange({
    change: () =>
      api(payForGroup, {
        params: { id: group.id },
        body: { registration_ids: isForAll ? undefined : [...chosen], expected_total: owed },
      }),
    done: 'Pagamento gerado.',
    failure: 'Erro ao gerar o pagamento.',
    onSuccess: ({ data }) => {
      onPaid()
      window.location.assign(data.payment_link)
    },
    onFailure: (failure) => {
      const change = failure instanceof ApiFailure && failure.code === 'offer_changed' && failure.data
      if (change && quote) setTold({ instead: quote.owed, owed: change.current })
    },
  })
  const isLoading = owed === undefined || (!isForAll && ofChosen.isPlaceholderData)
  return (
    <div className={own.panel}>
      <p>
        {isForAll
          ? 'Escolha na lista quem pagar, ou pague por todos de uma vez, com um só Pix.'
          : `${plural(chosen.length, 'inscrição escolhida', 'inscrições escolhidas')}${
              isLoading ? '' : `: ${formatDecimal(owed)}`
            }.`}{' '}
        {quote && savingWords(quote)} Se algo for devolvido, volta para você.
      </p>
      <div className={own.buttons}>
        <Button loading={pay.isPending} disabled={isLoading} onClick={() => pay.mutate()}>
          {isForAll ? `Pagar ${formatDecimal(owed ?? group.owed)} por todos` : 'Pagar as escolhidas'}
        </Button>
        {!isForAll && (
          <Button variant="default" onClick={onPaid}>
            Limpar escolha
          </Button>
        )}
      </div>
    </div>
  )
}

function savingWords({ saving, free_places: places }: Pick<MyGroup, 'saving' | 'free_places'>): string {
  if (isFreeValue(saving)) return ''
  const free = places > 0 ? `, com ${plural(places, 'inscrição grátis', 'inscrições grátis')}` : ''
  return `O grupo economiza ${formatDecimal(saving)}${free}.`
}

interface ColumnParts {
  mayPay: boolean
  chosen: readonly number[]
  choose: (member: GroupMember) => void
  onRemove: ((member: GroupMember) => void) | null
}

const columns = ({ mayPay, chosen, choose, onRemove }: ColumnParts): readonly Column<GroupMember>[] => [
  {
    key: 'name',
    header: 'Nome',
    title: true,
    cell: (member) =>
      mayPay && member.owed !== '0.00' ? (
        <Checkbox
          label={member.name}
          checked={chosen.includes(member.registration_id)}
          onChange={() => choose(member)}
        />
      ) : (
        <span>{member.name}</span>
      ),
  },
  { key: 'modality', header: 'Prova', cell: ({ modality, category }) => `${modality} · ${category}` },
  {
    key: 'signed',
    header: 'Confirmação',
    cell: ({ is_signed: isSigned }) => (
      <StatusChip tone={isSigned ? 'success' : 'warning'}>
        {isSigned ? 'Confirmou' : 'Falta confirmar'}
      </StatusChip>
    ),
  },
  {
    key: 'paid',
    header: 'Pagamento',
    cell: ({ is_paid: isPaid }) => (
      <StatusChip tone={isPaid ? 'success' : 'warning'}>{isPaid ? 'Pago' : 'Falta pagar'}</StatusChip>
    ),
  },
  {
    key: 'owed',
    header: 'A pagar',
    align: 'end',
    cell: ({ owed, saving }) => (
      <span className={own.owed}>
        <Money value={owed} />
        {!isFreeValue(saving) && (
          <small>
            <Money value={saving} /> a menos
          </small>
        )}
      </span>
    ),
  },
  ...(onRemove
    ? [
        {
          key: 'actions',
          header: 'Ações',
          actions: true,
          cell: (member: GroupMember) => (
            <TextButton
              variant="subtle"
              size="compact-sm"
              onClick={() => onRemove(member)}
              aria-label={`Tirar ${member.name} do grupo`}
            >
              Tirar
            </TextButton>
          ),
        },
      ]
    : []),
]
