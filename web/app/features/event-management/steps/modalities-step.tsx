import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldRow } from '#web/ui/form-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { useLocked } from '../event-context.tsx'
import { CourseField } from '../files/file-fields.tsx'
import { blankModality, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { AgePresetDialog } from './age-preset-dialog.tsx'
import { CategoryGrid } from './category-grid.tsx'
import { RuleFields, RuleWords } from './rule-fields.tsx'
import classes from './steps.module.css'
import { useOrphanKits } from './use-orphan-kits.ts'

export function ModalitiesStep() {
  const { control } = useFormContext<EventForm>()
  const modalities = useWatch({ control, name: 'modalities' })
  const locked = useLocked()
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <ItemList
        name="modalities"
        idField="modality_id"
        label="Modalidades"
        hint="Uma modalidade é uma prova, como 5 km ou meia maratona. Dentro dela ficam as categorias, em que as pessoas se inscrevem."
        addLabel="Adicionar modalidade"
        blank={blankModality}
        focus="modality_name"
        card={(position) => <ModalityCard key={position.key} position={position} />}
      />
      {modalities.length > 0 && (
        <Group mt="sm" gap="sm">
          <Button variant="default" size="sm" disabled={locked} onClick={() => setChoosing(true)}>
            Idade mínima por distância
          </Button>
          <span className={classes.hint}>
            Propõe a idade mínima de cada modalidade pela distância no nome. Nada muda antes de você conferir.
          </span>
        </Group>
      )}
      <AgePresetDialog open={choosing} onClose={() => setChoosing(false)} />
    </>
  )
}

function ModalityCard({ position }: { position: ItemPosition }) {
  const path = `modalities.${position.index}` as const
  const field = useFields('modalities', path)
  const { control } = useFormContext<EventForm>()
  const modality = useWatch({ control, name: path })
  const orphans = useOrphanKits()
  const count = remaining(modality.categories).length
  return (
    <ItemCard
      path={path}
      name={modality.modality_name || 'Nova modalidade'}
      status={modality.status}
      startsOpen={isNew(modality.modality_id) && modality.modality_name === ''}
      summary={
        <>
          <span>
            {count} {count === 1 ? 'categoria' : 'categorias'}
          </span>
          <RuleWords rule={modality} />
          <span>{stockWords(modality.vacancy_limit, modality.held)}</span>
        </>
      }
      position={position}
      isBlank={isNew(modality.modality_id) && modality.modality_name === '' && count === 0}
      kits={() => orphans(modality.categories)}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <TextField {...field('modality_name')} required />
        <MoneyField {...field('price')} description="Informativo: quem cobra é o kit" />
        <LimitField {...field('vacancy_limit')} held={modality.held} />
      </FieldRow>
      <RuleFields path={path} />
      <TextareaField {...field('description')} minRows={2} />
      <CourseField name={`${path}.course`} modality={modality.modality_name} />
      <StatusField name={`${path}.status`} description="Inativa, ninguém a escolhe" />
      <CategoryGrid modality={position.index} />
    </ItemCard>
  )
}
