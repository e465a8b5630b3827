import { Button, Group } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { useLocked } from '../event-context.tsx'
import { CourseField, RouteField } from '../files/file-fields.tsx'
import type { NewCategory } from '../form/bulk-categories.ts'
import { blankCategory, blankModality, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import type { OrphanKit } from '../parts/removal.tsx'
import { AgePresetDialog } from './age-preset-dialog.tsx'
import { BulkCategoriesDialog } from './bulk-categories-dialog.tsx'
import { MergeCategories } from './merge-categories.tsx'
import { RelayFields, RelayWords } from './relay-fields.tsx'
import { RuleFields, RuleWords } from './rule-fields.tsx'
import classes from './steps.module.css'

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
        <Group mt="sm">
          <Button variant="default" size="sm" disabled={locked} onClick={() => setChoosing(true)}>
            Idade mínima por distância
          </Button>
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
      <CategoryList modality={position.index} />
    </ItemCard>
  )
}

function CategoryList({ modality }: { modality: number }) {
  const name = `modalities.${modality}.categories` as const
  const { control, getValues } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name, keyName: 'key' })
  const [adding, setAdding] = useState(false)
  const addAll = (categories: readonly NewCategory[]) => {
    append(
      categories.map((category) => ({ ...blankCategory(), ...category })),
      { shouldFocus: false },
    )
    setAdding(false)
  }
  return (
    <section aria-label="Categorias" className={classes.rows}>
      <h4 className={classes.heading}>Categorias</h4>
      {fields.length === 0 && (
        <p className={classes.hint}>Adicione ao menos uma: é nela que as pessoas se inscrevem.</p>
      )}
      <ul className={classes.list}>
        {fields.map(({ category_id: id, category_name }, index) => (
          <CategoryCard
            key={id}
            modality={modality}
            startsOpen={isNew(id) && category_name === ''}
            position={{
              key: id,
              index,
              count: fields.length,
              onMove: (to) => move(index, to),
              onDrop: () => remove(index),
            }}
          />
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => append(blankCategory(), { focusName: `${name}.${fields.length}.category_name` })}
        >
          Adicionar categoria
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconStack2 size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Adicionar várias
        </Button>
        <MergeCategories modality={modality} />
      </Group>
      <BulkCategoriesDialog
        open={adding}
        known={remaining(getValues(name)).map(({ category_name }) => category_name)}
        onAdd={addAll}
        onClose={() => setAdding(false)}
      />
    </section>
  )
}

/** Finds the kits that are sold only in the given categories. */
function useOrphanKits() {
  const { getValues } = useFormContext<EventForm>()
  return (categories: readonly { category_id: number }[]): OrphanKit[] => {
    const gone = new Set(categories.map(({ category_id: id }) => String(id)))
    const staying = new Set(
      remaining(getValues('modalities')).flatMap((modality) =>
        remaining(modality.categories).map(({ category_id: id }) => String(id)),
      ),
    )
    const isOrphan = ({ removed, category_ids: ids }: EventForm['products'][number]) =>
      !removed && ids.some((id) => gone.has(id)) && !ids.some((id) => staying.has(id) && !gone.has(id))
    return getValues('products').flatMap((kit, index) =>
      isOrphan(kit) ? [{ path: `products.${index}` as const, name: kit.name, in_use: kit.in_use }] : [],
    )
  }
}

interface CategoryCardProps {
  modality: number
  startsOpen: boolean
  position: ItemPosition
}

function CategoryCard({ modality, startsOpen, position }: CategoryCardProps) {
  const path = `modalities.${modality}.categories.${position.index}` as const
  const field = useFields('categories', path)
  const { control } = useFormContext<EventForm>()
  const category = useWatch({ control, name: path })
  const orphans = useOrphanKits()
  return (
    <ItemCard
      nested
      path={path}
      name={category.category_name || 'Nova categoria'}
      startsOpen={startsOpen}
      summary={
        <>
          {category.price && <span>{formatDecimal(category.price)}</span>}
          <RelayWords category={category} />
          <RuleWords rule={category} />
          <span>{stockWords(category.vacancy_limit, category.held)}</span>
        </>
      }
      position={position}
      isBlank={isNew(category.category_id) && category.category_name === ''}
      kits={() => orphans([category])}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <TextField {...field('category_name')} required />
        <MoneyField {...field('price')} description="Informativo: quem cobra é o kit" />
        <LimitField {...field('vacancy_limit')} held={category.held} />
      </FieldRow>
      <RuleFields path={path} />
      <RelayFields path={path} />
      <FieldRow columns="1fr 1fr">
        <TextField {...field('description')} />
        <RouteField name={`${path}.route`} />
      </FieldRow>
    </ItemCard>
  )
}
