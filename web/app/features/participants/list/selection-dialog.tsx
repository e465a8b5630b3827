import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelSelected, resendToSelected, type SelectedResult } from '#contract/participants/selection.ts'
import { plural } from '#contract/words.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { api, failureMessage } from '#web/api/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'
import classes from './participants.module.css'
import type { Selection } from './use-selection.ts'

const ACTIONS = {
  resend: {
    verb: 'Reenviar',
    title: (count: string) => `Reenviar a mensagem de ${count}?`,
    words:
      'Quem tem algo a pagar recebe o link de pagamento; quem está confirmado, a confirmação. O que foi enviado há menos de dez minutos não segue outra vez.',
    failure: 'Erro ao enviar as mensagens.',
  },
  cancel: {
    verb: 'Cancelar',
    title: (count: string) => `Cancelar ${count}?`,
    words:
      'As vagas ficam livres na mesma hora, as cobranças em aberto são canceladas e quem fez cada inscrição recebe um e-mail. Isso não pode ser desfeito. Inscrições pagas não mudam: cancele cada uma no painel dela.',
    failure: 'Erro ao cancelar as inscrições.',
  },
} as const
export type ActionName = keyof typeof ACTIONS

interface SelectionDialogProps {
  eventId: number
  action: ActionName
  selection: Selection
  onClose: () => void
}

/** Asks before an action on the selection, then shows what happened to each registration. */
export function SelectionDialog({ eventId, action, selection, onClose }: SelectionDialogProps) {
  // Keeps the selection for which the dialog was opened, although the list or its filters may change
  // meanwhile.
  const [{ ids, nameOf }] = useState(selection)
  const [note, setNote] = useState('')
  const queries = useQueryClient()
  const { verb, title, words, failure } = ACTIONS[action]
  const count = plural(ids.length, 'inscrição', 'inscrições')
  const act = useMutation({
    mutationFn: () => {
      const params = { id: eventId }
      return action === 'resend'
        ? api(resendToSelected, { params, body: { ids } })
        : api(cancelSelected, { params, body: { ids, ...(note.trim() && { note }) } })
    },
    onError: (reason) => showToast('error', failureMessage(reason, failure)),
    onSettled: () => queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY }),
  })
  const results = act.data?.data
  return (
    <Dialog opened onClose={act.isPending ? () => {} : onClose} title={results ? 'Resultado' : title(count)}>
      {results ? (
        <Results results={results} nameOf={nameOf} onClose={onClose} />
      ) : (
        <DialogForm
          confirmLabel={`${verb} ${count}`}
          cancelLabel="Voltar"
          danger={action === 'cancel'}
          busy={act.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            act.mutate()
          }}
          onClose={onClose}
        >
          <p>{words}</p>
          {action === 'cancel' && (
            <Textarea
              label="Motivo (opcional)"
              description="Fica no histórico de cada inscrição; o participante não lê."
              value={note}
              maxLength={500}
              autosize
              minRows={2}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </DialogForm>
      )}
    </Dialog>
  )
}

interface ResultsProps {
  results: readonly SelectedResult[]
  nameOf: (id: number) => string
  onClose: () => void
}

/** The results, with refused registrations first. */
function Results({ results, nameOf, onClose }: ResultsProps) {
  const done = results.filter((result) => result.done)
  return (
    <>
      <p role="status">
        {done.length === results.length
          ? `Feito: ${plural(done.length, 'inscrição', 'inscrições')}.`
          : `Feito em ${done.length} de ${plural(results.length, 'inscrição', 'inscrições')}.`}
      </p>
      <ul className={classes.results}>
        {[...results.filter((result) => !result.done), ...done].map(({ id, done: isDone, message }) => (
          <li key={id}>
            <strong>{nameOf(id)}</strong> <span className={classes.small}>Nº {id}</span>
            <br />
            <span className={isDone ? undefined : classes.ineligible}>{message}</span>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Pronto
        </Button>
      </DialogButtons>
    </>
  )
}
