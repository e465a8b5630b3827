import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBan,
  IconCheck,
  IconChecks,
  IconDotsVertical,
  IconKey,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import {
  approveRefund,
  askRefundPixKey,
  completeRefund,
  type RefundTask,
  refuseRefund,
  retryRefund,
} from '#contract/payment/refund-tasks.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { NoteDialog } from '#web/ui/note-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { REFUNDS_KEY } from '../queries.ts'

const OPTIONAL = 'Observação'

const ACTIONS = {
  approve: {
    route: approveRefund,
    icon: IconCheck,
    label: 'Aprovar',
    title: 'Aprovar esta devolução?',
    words:
      'Ela é enviada ao meio de pagamento em instantes. Se foi o participante que pediu o cancelamento, a inscrição é cancelada.',
    note: OPTIONAL,
    missing: undefined,
  },
  retry: {
    route: retryRefund,
    icon: IconRefresh,
    label: 'Tentar de novo',
    title: 'Tentar esta devolução de novo?',
    words: 'Faça isso depois de resolver o que o meio de pagamento recusou. Nada é devolvido duas vezes.',
    note: OPTIONAL,
    missing: undefined,
  },
  done: {
    route: completeRefund,
    icon: IconChecks,
    label: 'Já foi feita',
    title: 'Registrar como feita por fora?',
    words:
      'Use quando o dinheiro já voltou por outro caminho. O meio de pagamento não devolve mais nada por ela, e o participante recebe um e-mail.',
    note: 'Como foi feita',
    missing: 'Diga como a devolução foi feita.',
  },
  askPixKey: {
    route: askRefundPixKey,
    icon: IconKey,
    label: 'Pedir chave Pix',
    title: 'Pedir uma chave Pix a quem pagou?',
    words:
      'Quem pagou recebe um e-mail e confirma a chave na página da inscrição. Se já havia uma chave, que o banco não aceitou, ela é apagada, e a devolução sai do arquivo anterior: confira antes que o banco não a fez.',
    note: OPTIONAL,
    missing: undefined,
  },
  refuse: {
    route: refuseRefund,
    icon: IconBan,
    label: 'Recusar',
    title: 'Recusar esta devolução?',
    words: 'O valor fica com o organizador. O participante recebe o motivo por e-mail.',
    note: 'Motivo, que o participante lê',
    missing: 'Diga por que a devolução foi recusada.',
  },
} as const
type Action = keyof typeof ACTIONS

function allowedActions({ status, obstacle, exported_at, can_refuse }: RefundTask): Action[] {
  const refuse: Action[] = can_refuse ? ['refuse'] : []
  if (status === 'requested') return ['approve', ...refuse]
  if (status !== 'needs_person') return []
  return [
    ...(exported_at === null ? (['retry'] as const) : []),
    'done',
    ...(obstacle === 'unauthorized' || obstacle === 'cash' ? [] : (['askPixKey'] as const)),
    ...refuse,
  ]
}

/** The menu of a refund that needs manual attention. Renders nothing for other refunds. */
export function RefundActions({ refund }: { refund: RefundTask }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const allowed = allowedActions(refund)
  if (allowed.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon color="gray" aria-label={`Ações da devolução de ${refund.registration.participant}`}>
            <IconDotsVertical size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {allowed.map((action) => (
            <Item key={action} action={action} onClick={() => setAsked(action)} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && <ActionDialog refund={refund} action={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Item({ action, onClick }: { action: Action; onClick: () => void }) {
  const { label } = ACTIONS[action]
  const Icon: TablerIcon = ACTIONS[action].icon
  return (
    <Menu.Item
      {...(action === 'refuse' && { color: 'red' })}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  )
}

interface ActionDialogProps {
  refund: RefundTask
  action: Action
  onClose: () => void
}

function ActionDialog({ refund, action, onClose }: ActionDialogProps) {
  const { route, label, title, words, note: noteLabel, missing } = ACTIONS[action]
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (note: string) => api(route, { params: { id: refund.id }, body: { note } }),
    onSuccess: ({ message }) => showToast('success', message ?? 'Feito.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao atualizar a devolução.')),
    onSettled: async () => {
      // Also after a failure, because somebody else may have decided.
      await queries.invalidateQueries({ queryKey: REFUNDS_KEY })
      onClose()
    },
  })
  return (
    <NoteDialog
      title={title}
      label={noteLabel}
      {...(missing && { missing })}
      confirmLabel={label}
      danger={action === 'refuse'}
      busy={act.isPending}
      onConfirm={(note) => act.mutate(note)}
      onClose={onClose}
    >
      <p>
        <strong>{formatDecimal(refund.amount)}</strong> de {refund.registration.participant}, em{' '}
        {refund.event.name}.
      </p>
      <p>{words}</p>
    </NoteDialog>
  )
}
