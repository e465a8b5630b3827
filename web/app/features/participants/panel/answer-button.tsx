import { ActionIcon, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { correctAnswer, type RegistrationRecord } from '#contract/participants/panel.ts'
import {
  answerWords,
  joinOptions,
  MAX_ANSWER_LENGTH,
  splitOptions,
} from '#contract/registration/questions.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { panelQuery } from '../queries.ts'
import classes from './panel.module.css'

type Answer = RegistrationRecord['answers'][number]

interface CorrectAnswerProps {
  registrationId: number
  answer: Answer
}

/** Corrects an answer, with a reason that is stored in the history. Files cannot be corrected here. */
export function CorrectAnswer({ registrationId, answer }: CorrectAnswerProps) {
  const [open, setOpen] = useState(false)
  if (answer.kind === 'file') return null
  return (
    <>
      <ActionIcon
        color="gray"
        aria-label={`Corrigir a resposta: ${answer.question}`}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {open && (
        <CorrectDialog registrationId={registrationId} answer={answer} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function CorrectDialog({ registrationId, answer, onClose }: CorrectAnswerProps & { onClose: () => void }) {
  const [text, setText] = useState(answerWords(answer))
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const isYesNo = answer.kind === 'yes_no'
  const correct = useMutation({
    mutationFn: () =>
      api(correctAnswer, {
        params: { id: registrationId, questionnaireId: answer.id },
        body: { reason, ...(isYesNo ? { accepted: text === 'Sim' } : { value: text }) },
      }),
    onSuccess: ({ data, message }) => {
      queries.setQueryData(panelQuery(registrationId).queryKey, data)
      showToast('success', message ?? 'Resposta corrigida.')
      onClose()
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao corrigir a resposta.')),
  })
  const errorOf = (name: string) =>
    correct.error instanceof ApiFailure ? correct.error.errorOf(name) : undefined
  return (
    <Dialog opened onClose={onClose} title="Corrigir resposta">
      <DialogForm
        confirmLabel="Corrigir"
        busy={correct.isPending}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          correct.mutate()
        }}
        onClose={onClose}
      >
        <AnswerField answer={answer} text={text} error={errorOf('value')} onChange={setText} />
        <Textarea
          label="Motivo"
          description="Fica no histórico da inscrição"
          required
          minRows={2}
          maxLength={300}
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}

interface AnswerFieldProps {
  answer: Answer
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function AnswerField({ answer: { kind, question, options }, text, error, onChange }: AnswerFieldProps) {
  const chosen = splitOptions(text)
  if (kind === 'choices')
    return (
      <fieldset className={classes.options}>
        <legend>{question}</legend>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                joinOptions(options.filter((one) => (one === option ? checked : chosen.includes(one)))),
              )
            }
          />
        ))}
        {error && <p role="alert">{error}</p>}
      </fieldset>
    )
  if (kind === 'yes_no' || kind === 'choice')
    return (
      <NativeSelect
        label={question}
        value={text}
        error={error}
        data={kind === 'choice' ? [...new Set([...options, text])] : ['Sim', 'Não']}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'date')
    return (
      <DateInput
        label={question}
        value={toIsoDate(text) ?? ''}
        error={error}
        onChange={(day) => onChange(day && toBrazilianDate(day as IsoDate))}
        onUnfinished={onChange}
      />
    )
  if (kind === 'number')
    return (
      <TextInput
        label={question}
        value={text}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Textarea
      label={question}
      value={text}
      error={error}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={MAX_ANSWER_LENGTH}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
