import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addRegistrationNote, type RegistrationRecord } from '#contract/participants/panel.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { showToast } from '#web/ui/toast.ts'
import { panelQuery } from '../queries.ts'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface NotesProps {
  registration: RegistrationRecord
  mayEdit: boolean
}

/** The team's notes on a registration. The participant cannot see them. */
export function Notes({ registration: { id, notes }, mayEdit }: NotesProps) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => api(addRegistrationNote, { params: { id }, body: { text } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(panelQuery(id).queryKey, data)
      setText('')
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao guardar a anotação.')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) add.mutate()
  }
  if (!mayEdit && notes.length === 0) return null
  return (
    <Section title="Anotações">
      {mayEdit && (
        <form onSubmit={submit} className={classes.noteForm}>
          <Textarea
            label="Nova anotação"
            description="Só a equipe lê."
            minRows={2}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending} disabled={!text.trim()}>
            Anotar
          </Button>
        </form>
      )}
      <ul className={classes.list}>
        {notes.map((note) => (
          <li key={note.id}>
            <p className={classes.noteText}>{note.text}</p>
            <span className={classes.minor}>
              {note.author ?? 'Conta excluída'}, {momentWords(note.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
