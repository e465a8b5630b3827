import { Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { bulkCategories, type NewCategory } from '../form/bulk-categories.ts'

interface BulkCategoriesDialogProps {
  open: boolean
  known: readonly string[]
  onAdd: (categories: readonly NewCategory[]) => void
  onClose: () => void
}

const OLDEST_AGE = 99

/** Adds the usual categories of a race at once: by sex and by age groups of five years. */
export function BulkCategoriesDialog({ open, known, onAdd, onClose }: BulkCategoriesDialogProps) {
  const [choice, setChoice] = useState({ general: true, ages: true, youngest: 18, oldest: 80 })
  const categories = bulkCategories(choice, known)
  const names = categories.map(({ category_name }) => category_name)
  const age = { min: 1, max: OLDEST_AGE, clampBehavior: 'strict', allowDecimal: false } as const
  return (
    <Dialog opened={open} onClose={onClose} title="Adicionar várias categorias">
      <Stack gap="md">
        <Checkbox
          label="Geral Feminino e Geral Masculino"
          checked={choice.general}
          onChange={(event) => setChoice({ ...choice, general: event.currentTarget.checked })}
        />
        <Checkbox
          label="Faixas de 5 anos, por sexo"
          checked={choice.ages}
          onChange={(event) => setChoice({ ...choice, ages: event.currentTarget.checked })}
        />
        {choice.ages && (
          <FieldRow columns="1fr 1fr" short>
            <NumberInput
              {...age}
              label="A partir de"
              value={choice.youngest}
              onChange={(value) => setChoice({ ...choice, youngest: Number(value) })}
            />
            <NumberInput
              {...age}
              label="Até (e mais)"
              value={choice.oldest}
              onChange={(value) => setChoice({ ...choice, oldest: Number(value) })}
            />
          </FieldRow>
        )}
        <p role="status">
          {names.length === 0
            ? 'Nenhuma categoria nova.'
            : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` … ${names.at(-1)}` : ''}`}
        </p>
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={names.length === 0} onClick={() => onAdd(categories)}>
          Adicionar {names.length} {names.length === 1 ? 'categoria' : 'categorias'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
