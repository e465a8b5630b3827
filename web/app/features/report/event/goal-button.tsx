import { TextInput } from '@mantine/core'
import { IconTarget } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveGoal } from '#contract/report/dashboard.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { EVENTS_KEY } from '#web/features/event/organizer-events.ts'
import { panelQuery } from './panel-query.ts'

const MAX_DIGITS = 7

export function GoalButton({ eventId, goal }: { eventId: number; goal: number | null }) {
  const queries = useQueryClient()
  const [text, setText] = useState(goal === null ? '' : String(goal))
  const save = async () => {
    const saved = await api(saveGoal, {
      params: { id: eventId },
      body: { goal: text === '' ? null : Number(text) },
    })
    // The dashboard is read from a copy of the database, which may know the new goal a moment later.
    queries.setQueryData(
      panelQuery(eventId).queryKey,
      (panel) => panel && { ...panel, pace: { ...panel.pace, goal: saved.data.goal } },
    )
    return saved
  }
  return (
    <FormDialogButton
      icon={IconTarget}
      label={goal === null ? 'Definir meta' : 'Mudar meta'}
      variant="subtle"
      title="Meta de inscrições pagas"
      submit="Salvar"
      fields={['goal']}
      action={save}
      changes={[...EVENTS_KEY, eventId]}
    >
      {(errorOf) => (
        <TextInput
          label="Inscrições pagas"
          description="O painel mostra quanto falta e onde o ritmo das vendas deve chegar. Vazio: sem meta."
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={text}
          error={errorOf('goal')}
          onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, '').slice(0, MAX_DIGITS))}
        />
      )}
    </FormDialogButton>
  )
}
