import { Anchor, Button, Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { toBrazilianDate } from '#contract/dates.ts'
import { AGE_PRESETS, type AgePreset } from '#contract/event-management/age-presets.ts'
import { AGE_REFERENCES, EVERYBODY } from '#contract/pricing/eligibility.ts'
import { ruleSummary } from '#contract/pricing/rule-summary.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { presetChanges } from '../form/age-preset.ts'
import type { EventForm } from '../form/event-form.ts'

const words = (min_age: number) => ruleSummary({ ...EVERYBODY, min_age })

interface AgePresetDialogProps {
  open: boolean
  onClose: () => void
}

/** Lowest ages by distance with their sources. They become rules only when the organizer confirms them. */
export function AgePresetDialog({ open, onClose }: AgePresetDialogProps) {
  const [name, setName] = useState(AGE_PRESETS[0]?.name ?? '')
  const preset = AGE_PRESETS.find((one) => one.name === name)
  return (
    <Dialog opened={open} onClose={onClose} title="Idade mínima por distância" size="lg">
      <Stack gap="md">
        <Radio.Group label="Fonte" value={name} onChange={setName}>
          <Stack gap="xs" mt="xs">
            {AGE_PRESETS.map((one) => (
              <Radio key={one.name} value={one.name} label={one.name} description={one.note} />
            ))}
          </Stack>
        </Radio.Group>
        {preset && <PresetForm key={name} preset={preset} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}

function PresetForm({ preset, onClose }: { preset: AgePreset; onClose: () => void }) {
  const { getValues, setValue } = useFormContext<EventForm>()
  const changes = presetChanges(preset, getValues('modalities'))
  const [chosen, setChosen] = useState(changes.filter((one) => one.isPossible).map(({ index }) => index))
  const { reference, checkedOn } = preset
  const movesDay = reference !== null && reference !== getValues('age_reference')
  const apply = () => {
    for (const { index, band } of changes)
      if (chosen.includes(index))
        setValue(`modalities.${index}.min_age`, String(band.min_age), { shouldDirty: true })
    if (movesDay) setValue('age_reference', reference, { shouldDirty: true })
    onClose()
  }
  return (
    <>
      {changes.length === 0 ? (
        <p role="status">Nada a mudar: nenhuma modalidade tem no nome uma distância desta fonte.</p>
      ) : (
        <Stack gap="xs">
          {changes.map(({ index, name, before, band, isPossible }) => (
            <Checkbox
              key={index}
              checked={chosen.includes(index)}
              disabled={!isPossible}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked ? [...chosen, index] : chosen.filter((one) => one !== index),
                )
              }
              label={`${name}: ${words(band.min_age)}${before ? ` (hoje ${words(Number(before))})` : ''}`}
              description={
                <>
                  {!isPossible && 'A idade máxima desta modalidade é menor. '}
                  <Anchor inherit href={band.source.url} target="_blank" rel="noreferrer">
                    {band.source.name}
                  </Anchor>
                  , consultado em {toBrazilianDate(checkedOn)}
                </>
              }
            />
          ))}
        </Stack>
      )}
      {movesDay && <p>As idades passam a contar em: {AGE_REFERENCES[reference].toLowerCase()}.</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={chosen.length === 0} onClick={apply}>
          Conferi a fonte, aplicar
        </Button>
      </DialogButtons>
    </>
  )
}
