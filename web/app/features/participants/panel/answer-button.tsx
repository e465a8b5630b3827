import { ActionIcon, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type IsoDate, toBrazilianDate, toIsoDate } from '#contract/dates.ts'
import { correctAnswer, type RegistrationRecord } from '#contract/participants/panel.ts'
import {
  answerWords,
  joinOptions,
  MAX_ANSWER_LENGTH,
  splitOptions,
  YES_NO,
} from '#contract/registration/questions.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { panelQuery } from '../queries.ts'
import classes from './panel.module.css'

type Answer = RegistrationRecord['answers'][number]
type Question = Pick<Answer, 'id' | 'question' | 'kind' | 'options'>

interface AnswerButtonProps {
  registrationId: number
  question: Question
  /** Absent: none yet. */
  answer?: Answer
}

/** Corrects an answer, with a reason that is stored in the history, or gives the first. Only runners send files. */
export function AnswerButton(props: AnswerButtonProps) {
  const { question, answer } = props
  const [open, setOpen] = useState(false)
  if (question.kind === 'file') return null
  return (
    <>
      <ActionIcon
        color="gray"
        aria-label={`${answer ? 'Corrigir a resposta' : 'Anotar a resposta'}: ${question.question}`}
        onClick={() => setOpen(true)}
      >
        {answer ? <IconPencil size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      </ActionIcon>
      {open && <AnswerDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AnswerDialog({
  registrationId,
  question,
  answer,
  onClose,
}: AnswerButtonProps & { onClose: () => void }) {
  const [text, setText] = useState(answer ? answerWords(answer) : '')
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const isYesNo = question.kind === 'yes_no'
  const save = useMutation({
    mutationFn: () =>
      api(correctAnswer, {
        params: { id: registrationId, questionnaireId: question.id },
        body: {
          ...(answer && { reason }),
          ...(isYesNo ? text !== '' && { accepted: text === 'Sim' } : { value: text }),
        },
      }),
    onSuccess: ({ data, message }) => {
      queries.setQueryData(panelQuery(registrationId).queryKey, data)
      showToast('success', message ?? 'Resposta guardada.')
      onClose()
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao guardar a resposta.')),
  })
  const errorOf = (name: string) => (save.error instanceof ApiFailure ? save.error.errorOf(name) : undefined)
  return (
    <Dialog opened onClose={onClose} title={answer ? 'Corrigir resposta' : 'Anotar resposta'}>
      <DialogForm
        confirmLabel={answer ? 'Corrigir' : 'Guardar'}
        busy={save.isPending}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save.mutate()
        }}
        onClose={onClose}
      >
        <AnswerField question={question} text={text} error={errorOf('value')} onChange={setText} />
        {answer && (
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
        )}
      </DialogForm>
    </Dialog>
  )
}

interface AnswerFieldProps {
  question: Question
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function AnswerField({ question: { kind, question, options }, text, error, onChange }: AnswerFieldProps) {
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
        // An answer that is no option any more, or none yet.
        data={[...new Set([...(text === '' ? [''] : []), ...(kind === 'choice' ? options : YES_NO), text])]}
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
