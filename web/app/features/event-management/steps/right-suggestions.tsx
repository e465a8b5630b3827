import { Anchor, Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { toBrazilianDate } from '#contract/dates.ts'
import type { RightPreset } from '#contract/event-management/right-presets.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type EventForm, type RightForm, remaining } from '../form/event-form.ts'
import { proposedRight, suggestions } from '../form/rights.ts'
import classes from './steps.module.css'

interface RightSuggestionsProps {
  open: boolean
  onAdd: (right: RightForm) => void
  onClose: () => void
}

/** Laws with their sources. One becomes a rule only when the organizer adds it and saves. */
export function RightSuggestions({ open, onAdd, onClose }: RightSuggestionsProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Descontos previstos em lei" size="lg">
      <Laws
        onAdd={(right) => {
          onAdd(right)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Laws({ onAdd }: { onAdd: (right: RightForm) => void }) {
  const { getValues } = useFormContext<EventForm>()
  const { here, elsewhere } = suggestions(getValues())
  return (
    <div className={classes.suggestions}>
      <p>Confira a fonte antes de adicionar: uma lei pode ter mudado. Depois você ajusta o que quiser.</p>
      <LawList presets={here} onAdd={onAdd} />
      <details>
        <summary>Leis de outros lugares</summary>
        <LawList presets={elsewhere} onAdd={onAdd} />
      </details>
    </div>
  )
}

interface LawListProps {
  presets: readonly RightPreset[]
  onAdd: (right: RightForm) => void
}

function LawList({ presets, onAdd }: LawListProps) {
  const { getValues } = useFormContext<EventForm>()
  const added = new Set(remaining(getValues('right_rules')).map(({ law }) => law))
  return (
    <ul>
      {presets.map((preset) => (
        <li key={preset.law}>
          <h3>{preset.title}</h3>
          <PresetSource preset={preset} />
          {added.has(preset.law) ? (
            <p>Já está no evento.</p>
          ) : (
            <Button
              variant="light"
              size="sm"
              aria-label={`Adicionar: ${preset.title}`}
              onClick={() => onAdd(proposedRight(preset, getValues()))}
            >
              Conferi a fonte, adicionar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a source said of a law, and when. */
export const PresetSource = ({ preset }: { preset: RightPreset }) => (
  <p className={classes.hint}>
    {preset.note}{' '}
    <Anchor inherit underline="always" href={preset.source.url} target="_blank" rel="noreferrer">
      {preset.source.name}
    </Anchor>
    , consultado em {toBrazilianDate(preset.checkedOn)}
  </p>
)
