import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listExportPresets,
  removeExportPreset,
  type SavedPreset,
  saveExportPreset,
} from '#contract/participants/export.ts'
import {
  EXPORT_COLUMNS,
  EXPORT_PRESETS,
  type ExportColumn,
  sameColumns,
} from '#contract/participants/export-columns.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { type ExportChoice, toggled } from './choice.ts'
import classes from './export.module.css'

const GROUPS = [...new Set(EXPORT_COLUMNS.map(({ group }) => group))]
const presetsKey = (eventId: number) => ['export-presets', eventId] as const

interface ColumnPickerProps {
  eventId: number
  choice: ExportChoice
  onChange: (change: Partial<ExportChoice>) => void
}

export function ColumnPicker({ eventId, choice, onChange }: ColumnPickerProps) {
  const { columns, onlyConfirmed } = choice
  const { data: saved = [] } = useQuery({
    queryKey: presetsKey(eventId),
    queryFn: async ({ signal }) => (await api(listExportPresets, { params: { id: eventId }, signal })).data,
  })
  const isChosen = (preset: { columns: readonly ExportColumn[]; only_confirmed: boolean }) =>
    sameColumns(preset.columns, columns) && preset.only_confirmed === onlyConfirmed
  const own = saved.find(isChosen)
  const [editing, setEditing] = useState<SavedPreset | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Modelos</legend>
        <div className={classes.presets}>
          {[...EXPORT_PRESETS, ...saved].map((preset) => (
            <Button
              key={preset.name}
              radius="xl"
              variant={isChosen(preset) ? 'light' : 'default'}
              aria-pressed={isChosen(preset)}
              onClick={() => onChange({ columns: preset.columns, onlyConfirmed: preset.only_confirmed })}
            >
              {preset.name}
            </Button>
          ))}
          {own && editing?.id !== own.id && (
            <>
              <ActionIcon
                color="gray"
                aria-label={`Editar o modelo ${own.name}`}
                onClick={() => {
                  setEditing(own)
                  setOpen(true)
                }}
              >
                <IconPencil size={20} aria-hidden />
              </ActionIcon>
              <RemovePreset eventId={eventId} preset={own} />
            </>
          )}
        </div>
      </fieldset>
      <details
        className={classes.details}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          Escolher colunas ({columns.length} de {EXPORT_COLUMNS.length})
        </summary>
        <div className={classes.groups}>
          {GROUPS.map((group) => (
            <fieldset key={group} className={classes.group}>
              <legend>{group}</legend>
              {EXPORT_COLUMNS.filter((column) => column.group === group).map(({ key, label }) => (
                <Checkbox
                  key={key}
                  label={label}
                  checked={columns.includes(key)}
                  disabled={key === 'id'}
                  onChange={(event) =>
                    onChange({ columns: toggled(columns, key, event.currentTarget.checked) })
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
        <SavePreset
          key={editing?.id ?? 0}
          eventId={eventId}
          choice={choice}
          editing={editing}
          onDone={() => setEditing(null)}
        />
      </details>
    </>
  )
}

function useChangedPresets(eventId: number, failed: string) {
  const queries = useQueryClient()
  return {
    onSuccess: ({ data, message }: { data: SavedPreset[]; message?: string }) => {
      queries.setQueryData(presetsKey(eventId), data)
      showToast('success', message ?? 'Modelo guardado.')
    },
    onError: (failure: Error) => showToast('error', failureMessage(failure, failed)),
  }
}

interface SavePresetProps extends Pick<ColumnPickerProps, 'eventId' | 'choice'> {
  editing: SavedPreset | null
  onDone: () => void
}

/** Saves a preset for the whole team. One with the same name is replaced. */
function SavePreset({ eventId, choice, editing, onDone }: SavePresetProps) {
  const [name, setName] = useState(editing?.name ?? '')
  const shared = useChangedPresets(eventId, 'Erro ao guardar o modelo.')
  const save = useMutation({
    mutationFn: () =>
      api(saveExportPreset, {
        params: { id: eventId },
        body: {
          ...(editing && { id: editing.id }),
          name,
          columns: [...choice.columns],
          only_confirmed: choice.onlyConfirmed,
        },
      }),
    ...shared,
    onSuccess: (answer) => {
      shared.onSuccess(answer)
      onDone()
    },
  })
  return (
    <div className={classes.savePreset}>
      <TextInput
        label={editing ? `Editar o modelo ${editing.name}` : 'Guardar como modelo da equipe'}
        description={editing && 'Marque as colunas acima e, se quiser, troque o nome.'}
        placeholder="Nome do modelo"
        maxLength={40}
        value={name}
        error={save.error instanceof ApiFailure ? save.error.errorOf('name') : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value)
          save.reset()
        }}
      />
      <Button
        variant="default"
        disabled={!name.trim()}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {editing ? 'Salvar mudanças' : 'Guardar'}
      </Button>
      {editing && (
        <Button variant="subtle" onClick={onDone}>
          Desistir
        </Button>
      )}
    </div>
  )
}

function RemovePreset({ eventId, preset }: { eventId: number; preset: SavedPreset }) {
  const remove = useMutation({
    mutationFn: () => api(removeExportPreset, { params: { id: eventId, presetId: preset.id } }),
    ...useChangedPresets(eventId, 'Erro ao apagar o modelo.'),
  })
  return (
    <ActionIcon
      color="gray"
      aria-label={`Apagar o modelo ${preset.name}`}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  )
}
