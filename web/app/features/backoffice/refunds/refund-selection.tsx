import { Button, Checkbox, Group } from '@mantine/core'
import { IconChecks, IconFileDownload, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  completeRefunds,
  exportRefunds,
  listRefundIds,
  MAX_REFUND_BATCH,
  retryRefunds,
} from '#contract/payment/refund-tasks.ts'
import { plural } from '#contract/words.ts'
import { api, apiFile, type CallInput, failureMessage } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoteDialog } from '#web/ui/note-dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { REFUNDS_KEY } from '../queries.ts'

export interface Selection {
  selected: ReadonlySet<number>
  onChange: (selected: ReadonlySet<number>) => void
}

interface RefundSelectionProps extends Selection {
  /** The filters of the list. */
  query: CallInput<typeof listRefundIds>['query']
}

const people = (count: number) => plural(count, 'devolução', 'devoluções')
const chosen = (count: number) => plural(count, 'devolução escolhida', 'devoluções escolhidas')

/** What can be done with several refunds that need a person at once. */
export function RefundSelection({ selected, onChange, query }: RefundSelectionProps) {
  const [asked, setAsked] = useState<'export' | 'retry' | 'done' | null>(null)
  const queries = useQueryClient()
  const clear = () => onChange(new Set())
  const chooseAll = useMutation({
    mutationFn: (_next: 'retry' | null) =>
      api(listRefundIds, { query: { ...query, status: 'needs_person' } }),
    onSuccess: ({ data }, next) => {
      onChange(new Set(data))
      if (data.length > 0) setAsked(next)
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao escolher as devoluções.')),
  })
  const settled = async () => {
    setAsked(null)
    // Also after a failure: a part of the selection may be done.
    await queries.invalidateQueries({ queryKey: REFUNDS_KEY })
  }
  const none = selected.size === 0
  return (
    <Group mb="md" role="group" aria-label="Devoluções escolhidas">
      <span aria-live="polite">{none ? 'Nenhuma devolução escolhida' : chosen(selected.size)}</span>
      <Button variant="subtle" loading={chooseAll.isPending} onClick={() => chooseAll.mutate(null)}>
        Escolher todas em tratamento
      </Button>
      {none ? (
        <TextButton variant="default" icon={IconRefresh} onClick={() => chooseAll.mutate('retry')}>
          Tentar todas de novo
        </TextButton>
      ) : (
        <>
          <Button variant="subtle" onClick={clear}>
            Limpar
          </Button>
          <TextButton variant="default" icon={IconFileDownload} onClick={() => setAsked('export')}>
            Arquivo para o banco
          </TextButton>
          <TextButton variant="default" icon={IconRefresh} onClick={() => setAsked('retry')}>
            Tentar de novo
          </TextButton>
          <TextButton variant="default" icon={IconChecks} onClick={() => setAsked('done')}>
            Já foram feitas
          </TextButton>
        </>
      )}
      {asked === 'export' && (
        <ExportDialog ids={[...selected]} onSettled={settled} onClose={() => setAsked(null)} />
      )}
      {(asked === 'retry' || asked === 'done') && (
        <BatchDialog
          key={asked}
          action={asked}
          ids={[...selected]}
          onDone={clear}
          onSettled={settled}
          onClose={() => setAsked(null)}
        />
      )}
    </Group>
  )
}

interface DialogProps {
  ids: readonly number[]
  onSettled: () => Promise<void>
  onClose: () => void
}

function ExportDialog({ ids, onSettled, onClose }: DialogProps) {
  const [again, setAgain] = useState(false)
  const download = useMutation({
    mutationFn: () => apiFile(exportRefunds, { body: { ids: [...ids], again } }),
    onSuccess: (file) => {
      saveFile(file, 'devolucoes-pix.csv')
      showToast('success', 'Arquivo baixado. Depois de pagar, registre as devoluções como feitas.')
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao gerar o arquivo.')),
    onSettled,
  })
  return (
    <ConfirmDialog
      open
      title="Baixar o arquivo para o banco?"
      confirmLabel="Baixar CSV"
      cancelLabel="Voltar"
      busy={download.isPending}
      onConfirm={() => download.mutate()}
      onClose={onClose}
    >
      <p>
        {chosen(ids.length)}. O arquivo tem nome, CPF, chave Pix e valor das que têm a chave confirmada; as
        outras ficam de fora.
      </p>
      <Checkbox
        label="Incluir as que já estão num arquivo"
        description="Só se aquele arquivo não foi usado: senão, elas seriam pagas duas vezes."
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}

const ACTIONS = {
  retry: {
    title: 'Tentar estas devoluções de novo?',
    words:
      'Faça isso depois de resolver o que o meio de pagamento recusou. As que estão num arquivo para o banco não mudam.',
    label: 'Observação',
    missing: undefined,
    confirm: 'Tentar de novo',
    done: 'para tentar de novo',
  },
  done: {
    title: 'Registrar como feitas por fora?',
    words: 'Use quando o dinheiro já voltou. Cada participante recebe um e-mail.',
    label: 'Como foram feitas',
    missing: 'Diga como as devoluções foram feitas.',
    confirm: 'Já foram feitas',
    done: 'registradas como feitas',
  },
} as const

interface BatchDialogProps extends DialogProps {
  action: keyof typeof ACTIONS
  onDone: () => void
}

function BatchDialog({ action, ids, onDone, onSettled, onClose }: BatchDialogProps) {
  const { title, words, label, missing, confirm, done } = ACTIONS[action]
  const act = useMutation({
    mutationFn: async (note: string) => {
      const sums = { handled: 0, skipped: 0 }
      for (let first = 0; first < ids.length; first += MAX_REFUND_BATCH) {
        const batch = ids.slice(first, first + MAX_REFUND_BATCH)
        const { data } = await (action === 'done'
          ? api(completeRefunds, { body: { ids: batch, note } })
          : api(retryRefunds, { body: { ids: batch } }))
        sums.handled += data.handled
        sums.skipped += data.skipped
      }
      return sums
    },
    onSuccess: ({ handled, skipped }) => {
      const left = skipped > 0 ? ` ${people(skipped)} sem mudança.` : ''
      showToast('success', `${people(handled)} ${done}.${left}`)
      onDone()
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao atualizar as devoluções.')),
    onSettled,
  })
  const text = (
    <>
      <p>
        <strong>{chosen(ids.length)}</strong>.
      </p>
      <p>{words}</p>
    </>
  )
  if (action === 'retry')
    return (
      <ConfirmDialog
        open
        title={title}
        confirmLabel={confirm}
        cancelLabel="Voltar"
        busy={act.isPending}
        onConfirm={() => act.mutate('')}
        onClose={onClose}
      >
        {text}
      </ConfirmDialog>
    )
  return (
    <NoteDialog
      title={title}
      label={label}
      {...(missing && { missing })}
      confirmLabel={confirm}
      busy={act.isPending}
      onConfirm={(note) => act.mutate(note)}
      onClose={onClose}
    >
      {text}
    </NoteDialog>
  )
}
